import type { Redeal } from "../../fair";
import { CHARACTERS } from "./cards";

const COPIES: Record<number, number> = { 2: 10, 3: 8, 4: 10 }; // TEA-R2

/** The first player, then the stack. */
export const redeal: Redeal = ({ config }, _, draw) => {
  const seats = config.seats as number;
  const first = draw.below(seats);
  return { first, stack: draw.shuffled(CHARACTERS.flatMap((who) => Array<string>(COPIES[seats]!).fill(who))) };
};
