/** What a card's name says. */

import type { Card } from "./types.gen";

export const COLOURS = ["beige", "orange", "blue", "green", "red", "violet"] as const;
export type Colour = (typeof COLOURS)[number];

export function owner(card: Card): number {
  return Number(card[0]);
}

export function frame(card: Card): Colour {
  return card.slice(2).split("/")[0] as Colour;
}

export function circle(card: Card): Colour {
  return card.slice(2).split("/")[1] as Colour;
}

/** Seats, the best first. */
export function inOrder(ranks: readonly number[]): number[] {
  return ranks.map((_, seat) => seat).sort((a, b) => ranks[a]! - ranks[b]!);
}
