/** What people and bots are called at a table. */

import { speech } from "./i18n/index.svelte";
import { isMine } from "./live.svelte";
import type { Who } from "./tables/room";
import type { Chair } from "./wire.gen";

/** Bots have a name for each seat, so that two of a kind can be told apart. */
export function nameOf(chair: Chair): string {
  const { botNames, seat } = speech.words;
  if (chair.occupant === "bot") return botNames[chair.seat] ?? seat(chair.seat + 1);
  return chair.name ?? seat(chair.seat + 1);
}

/** Everybody as this browser's player speaks of them; `shared` when several play on this device. */
export function everybody(chairs: readonly Chair[], shared: boolean): Who[] {
  return chairs.map((chair) => {
    if (!isMine(chair)) return { name: nameOf(chair), you: false };
    return shared ? { name: nameOf(chair), you: false } : { name: speech.words.you, you: true };
  });
}
