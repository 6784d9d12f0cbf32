/** What a card's name says. */

import type { Card, Character } from "./types.gen";

export const CHARACTERS = ["hatter", "cat", "rabbit", "caterpillar", "queen", "dormouse"] as const;

/** The pigment of each character. */
export const PIGMENTS: Record<Character, string> = {
  hatter: "green", cat: "violet", rabbit: "blue", caterpillar: "teal", queen: "red", dormouse: "orange",
};

export type Face = Exclude<Card, "alice">;

/** TEA-R14: points for so many cards of a character. */
export const SCALE = [5, 1, 3, 6, 10, 15] as const;

export function points(count: number): number {
  return SCALE[Math.min(Math.abs(count), 5)]!;
}

export function character(face: Face): Character {
  return face.slice(0, -1) as Character;
}

export function isMirror(face: Face): boolean {
  return face.endsWith("-");
}

/** The face that a signed count of a collection shows; null for none. */
export function shown(who: Character, count: number): Face | null {
  return count === 0 ? null : `${who}${count > 0 ? "+" : "-"}`;
}
