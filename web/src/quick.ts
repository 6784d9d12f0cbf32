/** One press starts a game against bots: open a table, sit down, fill it, be ready, start. */

import { api } from "./api";
import { session } from "./session.svelte";
import type { GameInfo } from "./wire.gen";

const SEATS = 3;
/** Tables that start by themselves as soon as their host is ready. */
export const quick = new Set<string>();

let games: Promise<readonly GameInfo[]> | null = null;

/** What the server says of its games; asked once. */
export function gamesOffered(): Promise<readonly GameInfo[]> {
  games ??= api.games().catch((refusal: unknown) => {
    games = null;
    throw refusal;
  });
  return games;
}

export async function playNow(name: string): Promise<string> {
  await session.enter();
  const game = (await gamesOffered()).find((offered) => offered.name === name);
  const seats = Math.min(SEATS, Math.max(...(game?.seats ?? [SEATS])));
  const table = await api.open({ game: name, config: { seats }, options: PLAIN });
  await api.sit(table.id, { seat: 0, link: null, name: null });
  const level = game?.levels.at(-1) ?? "random";
  for (let seat = 1; seat < seats; seat++) await api.fill(table.id, { seat, level });
  quick.add(table.id);
  return table.id;
}

export const PLAIN = {
  visibility: "link",
  clock: "none",
  clock_s: 600,
  increment_s: 0,
  pass_and_play: false,
  undo: true,
  spectators: true,
} as const;
