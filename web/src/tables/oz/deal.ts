import type { Redeal } from "../../fair";
import { CHARACTERS, STANDARD } from "./cards";
import type { Character } from "./types.gen";

const COPIES: Record<number, number> = { 2: 6, 3: 9, 4: 9 }; // OZ-R2

/** The marker, the characters, the stories; later, of the discarded characters alone, the order (OZ-R8). */
export const redeal: Redeal = ({ config, actions }, k, draw) => {
  const action = actions[k];
  if (action?.type === "Reshuffle") {
    const back = action.characters as Character[];
    return { characters: draw.shuffled(CHARACTERS.flatMap((who) => back.filter((other) => other === who))) };
  }
  const seats = config.seats as number;
  const stories = config.stories === "standard" ? STANDARD : (config.stories as string[]);
  const first = draw.below(seats);
  const characters = draw.shuffled(CHARACTERS.flatMap((who) => Array<string>(COPIES[seats]!).fill(who)));
  return { first, characters, stories: draw.shuffled(stories) };
};
