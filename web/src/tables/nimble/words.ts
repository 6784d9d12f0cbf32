import { speech } from "../../i18n/index.svelte";
import { circle, frame } from "./cards";
import en, { type Words } from "./en";
import fr from "./fr";
import type { Card } from "./types.gen";

export function words(): Words {
  return speech.of({ en, fr });
}

export function named(card: Card): string {
  const { colours, card: both } = words();
  return both(colours[frame(card)], colours[circle(card)]);
}
