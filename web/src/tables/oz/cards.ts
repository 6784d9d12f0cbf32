/** What a story's code says. */

import type { Character } from "./types.gen";

export const CHARACTERS = ["dorothy", "toto", "scarecrow", "tinman", "lion", "oz", "witch", "glinda"] as const;

/** The pigment of each character. */
export const PIGMENTS: Record<Character, string> = {
  dorothy: "blue", toto: "brown", scarecrow: "straw", tinman: "grey",
  lion: "orange", oz: "green", witch: "violet", glinda: "red",
};

export const KINDS = ["each", "couple", "pairs", "set", "trio", "few", "favourite", "most", "hunt"] as const;
export type Kind = (typeof KINDS)[number];

export interface Story {
  readonly kind: Kind;
  readonly characters: readonly Character[];
}

export function parse(code: string): Story {
  const [kind, names] = code.split(":") as [Kind, string];
  return { kind, characters: names.split(/[+-]/) as Character[] };
}

/** OZ-R12: five kinds once for every character, and eight stories that join several. */
export const STANDARD: readonly string[] = [
  ...["each", "pairs", "few", "favourite", "most"].flatMap((kind) => CHARACTERS.map((who) => `${kind}:${who}`)),
  "couple:dorothy+scarecrow",
  "couple:dorothy+lion",
  "set:dorothy+lion+scarecrow+tinman",
  "set:toto+oz+witch+glinda",
  "trio:dorothy+toto+oz",
  "trio:lion+scarecrow+tinman",
  "hunt:oz-glinda-witch",
  "hunt:dorothy-witch-oz",
];
