import type { Redeal } from "../../fair";
import { COLOURS } from "./cards";

const DECK = COLOURS.flatMap((colour) => Array.from({ length: 11 }, (_, value) => `${colour}-${value}`));

/** The first player, then the deck. */
export const redeal: Redeal = ({ config }, _, draw) => {
  const first = draw.below(config.seats as number);
  return { first, deck: draw.shuffled(DECK) };
};
