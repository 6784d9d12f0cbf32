/** What people and bots are called at a table, and whose turn it is. */

import { speech } from "./i18n/index.svelte";
import { isMine } from "./live.svelte";
import type { AnyRoom, AnyView, Who } from "./tables/room";
import type { Chair } from "./wire.gen";

/** The seat that acts when the cards are dealt. */
export const DEALER = -1;

/** Bots have a name for each seat, so that two of a kind can be told apart. */
export function nameOf(chair: Chair): string {
  const { botNames, seat } = speech.words;
  if (chair.occupant === "bot") return botNames[chair.seat] ?? seat(chair.seat + 1);
  return chair.name ?? seat(chair.seat + 1);
}

/** Everybody by name; who is called like somebody else, by name and seat. */
export function named(chairs: readonly Chair[]): Who[] {
  const names = chairs.map(nameOf);
  return chairs.map((chair, at) => {
    const name = names[at]!;
    return { name: names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${chair.seat + 1}`, you: false };
  });
}

/** Everybody as this browser's player speaks of them; `shared` when several play on this device. */
export function everybody(chairs: readonly Chair[], shared: boolean): Who[] {
  const you: Who = { name: speech.words.you, you: true };
  return named(chairs).map((who, at) => (isMine(chairs[at]!) && !shared ? you : who));
}

/** Whose turn it is, said of others. */
export function whoPlays({ pace }: AnyRoom, { to_act }: AnyView, who: readonly Who[]): string {
  const { words } = speech;
  if (to_act.length > 1) return pace === "race" ? words.everybodyPlays : words.manyTurns;
  const player = who[to_act[0] ?? DEALER];
  return player ? words.theirTurn(player.name) : words.dealer;
}
