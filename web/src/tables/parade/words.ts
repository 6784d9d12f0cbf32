import { speech } from "../../i18n/index.svelte";
import { colour, value } from "./cards";
import en, { type Words } from "./en";
import fr from "./fr";
import type { Card } from "./types.gen";

export function words(): Words {
  return speech.of({ en, fr });
}

export function named(card: Card): string {
  return words().card(colour(card), value(card));
}

export function listed(cards: readonly Card[]): string {
  return speech.words.and(cards.map(named));
}
