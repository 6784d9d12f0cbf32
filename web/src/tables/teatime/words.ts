import { speech } from "../../i18n/index.svelte";
import { character, isMirror } from "./cards";
import en, { type Words } from "./en";
import fr from "./fr";
import type { Card } from "./types.gen";

export function words(): Words {
  return speech.of({ en, fr });
}

export function named(card: Card): string {
  const { alice, names, mirrored } = words();
  if (card === "alice") return alice;
  const name = names[character(card)];
  return isMirror(card) ? mirrored(name) : name;
}

export function listed(cards: readonly Card[]): string {
  return speech.words.and(cards.map(named));
}
