/** What a card's name says. */

import type { Card } from "./types.gen";

export const COLOURS = ["red", "blue", "violet", "green", "grey", "orange"] as const;
export type Colour = (typeof COLOURS)[number];

export function colour(card: Card): Colour {
  return card.split("-")[0] as Colour;
}

export function value(card: Card): number {
  return Number(card.split("-")[1]);
}
