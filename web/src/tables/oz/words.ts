import { speech } from "../../i18n/index.svelte";
import { parse } from "./cards";
import en, { type Words } from "./en";
import fr from "./fr";
import type { Character } from "./types.gen";

export function words(): Words {
  return speech.of({ en, fr });
}

export function title(code: string): string {
  const { kind, characters } = parse(code);
  return words().stories[kind](names(characters));
}

/** What the story is worth, in words. */
export function worth(code: string): string {
  const { kind, characters } = parse(code);
  return words().worth[kind](names(characters));
}

export function listed(characters: readonly Character[]): string {
  return speech.words.and(names(characters));
}

function names(characters: readonly Character[]): string[] {
  return characters.map((who) => words().names[who]);
}
