/** What this browser knows of one table. The server's views replace each other: nothing is merged, nothing derived. */

import { nonceCommitment } from "./fair";
import { fromHex, newId, randomBytes, toHex } from "./ids";
import { keepDeal, keptDeal } from "./kept";
import { session } from "./session.svelte";
import type { Chair, Refused, Say, Seen, Table, Told } from "./wire.gen";

const LOG_LENGTH = 60;
const SAID_MS = 6000;
/** How long a refusal is shown. */
export const REFUSED_MS = 5000;

/** What one action told this viewer. */
export interface Entry {
  readonly n: number;
  readonly told: Seen["told"];
}

export type Phrase = Say["phrase"];

export interface Saying {
  readonly seat: number;
  readonly phrase: Phrase;
}

export class LiveTable {
  lobby = $state.raw<Table | null>(null);
  seen = $state.raw<Seen | null>(null);
  log = $state.raw<readonly Entry[]>([]);
  refused = $state.raw<Refused | null>(null);
  saying = $state.raw<Saying | null>(null);
  gone = $state.raw<string | null>(null);
  /** Whether an action of a turn is on its way: until it is answered, nothing more may be pressed. */
  acting = $state(false);

  readonly chairs = $derived(this.lobby?.chairs ?? []);
  readonly mine = $derived(this.chairs.filter((chair) => isMine(chair)));
  readonly isHost = $derived(this.lobby !== null && this.lobby.host === session.player?.id);
  readonly legal = $derived(this.acting ? [] : (this.seen?.legal ?? []));

  constructor(readonly id: string) {}

  /** Watches the table until the returned function is called. */
  watch(): () => void {
    const deaf = session.listen((told) => this.#hear(told));
    session.socket.watch(this.id);
    return () => {
      deaf();
      session.socket.unwatch(this.id);
    };
  }

  async act(action: Record<string, unknown>): Promise<void> {
    if (!this.seen) return;
    const { seat, prompt } = this.seen;
    this.acting = prompt !== null; // in a race actions are sent ahead
    this.refused = null;
    this.#refuse(await session.socket.ask({ type: "Act", id: newId(), table: this.id, seat, prompt, action }));
  }

  async undo(): Promise<void> {
    if (!this.seen) return;
    this.#refuse(await session.socket.ask({ type: "Undo", id: newId(), table: this.id, seat: this.seen.seat }));
  }

  /** Says that this device is ready, and commits to its part in the deal: one nonce, at its first seat. */
  ready(): void {
    const seat = this.mine[0]?.seat;
    if (!this.lobby || seat === undefined) return;
    const kept = keptDeal(this.id) ?? { commitment: this.lobby.commitment, seat, nonce: toHex(randomBytes(32)) };
    const deal = { ...kept, seat };
    keepDeal(this.id, deal);
    const commitment = nonceCommitment(this.id, seat, fromHex(deal.nonce));
    session.socket.send({ type: "Ready", table: this.id, commitment });
  }

  reveal(seat: number): void {
    session.socket.send({ type: "Reveal", table: this.id, seat });
  }

  say(phrase: Phrase): void {
    session.socket.send({ type: "Say", table: this.id, phrase });
  }

  #hear(told: Told): void {
    switch (told.type) {
      case "Lobby":
        if (told.table.id === this.id) this.#enterLobby(told.table);
        break;
      case "Seen":
        if (told.table === this.id) this.#see(told);
        break;
      case "Said":
        if (told.table === this.id) this.#hearSaid(told);
        break;
      case "Gone":
        if (told.table === this.id) this.gone = "not_watched"; // nobody else sends a page away
        break;
      case "Refused":
        if (told.id !== null) break;
        if (this.lobby) this.#refuse(told);
        else this.gone = told.code; // the answer to watching
        break;
    }
  }

  #enterLobby(table: Table): void {
    const begins = table.status === "dealing" && this.lobby?.status !== "dealing";
    this.lobby = table;
    const deal = keptDeal(this.id);
    if (begins && deal) session.socket.send({ type: "Nonce", table: this.id, nonce: deal.nonce });
  }

  #see(seen: Seen): void {
    this.seen = seen;
    this.acting = false;
    if (seen.told.length > 0) this.log = [{ n: seen.n, told: seen.told }, ...this.log].slice(0, LOG_LENGTH);
  }

  #refuse(refused: Refused | null): void {
    if (!refused) return;
    this.acting = false;
    this.refused = refused;
    setTimeout(() => {
      if (this.refused === refused) this.refused = null;
    }, REFUSED_MS);
  }

  #hearSaid(saying: Saying): void {
    this.saying = saying;
    setTimeout(() => {
      if (this.saying === saying) this.saying = null;
    }, SAID_MS);
  }
}

export function isMine(chair: Chair): boolean {
  return chair.player !== null && chair.player === session.player?.id && chair.occupant === "person";
}
