/** Who plays in this browser, and the one connection of the page. */

import { api } from "./api";
import { speech } from "./i18n/index.svelte";
import { keep, kept } from "./kept";
import { Socket } from "./socket";
import type { Player, Told } from "./wire.gen";

const NOT_SIGNED_IN = 4401;

type Hearer = (told: Told) => void;

class Session {
  player = $state.raw<Player | null>(null);
  online = $state(true);
  /** Why the server will not have this page. */
  shutOut = $state<"not_signed_in" | "bad_origin" | null>(null);
  #socket: Socket | null = null;
  #entering: Promise<Player> | null = null;
  readonly #hearers = new Set<Hearer>();

  /** Come in as a guest, once; the name that was chosen before is kept. */
  enter(): Promise<Player> {
    this.#entering ??= this.rename(kept("name") ?? speech.words.guest).catch((refusal: unknown) => {
      this.#entering = null;
      throw refusal;
    });
    return this.#entering;
  }

  async rename(name: string): Promise<Player> {
    this.player = await api.enter({ name });
    keep("name", this.player.name);
    return this.player;
  }

  get socket(): Socket {
    this.#socket ??= new Socket(
      {
        hear: (told) => this.#hear(told),
        connected: (online) => (this.online = online),
        shutOut: (code) => (this.shutOut = code === NOT_SIGNED_IN ? "not_signed_in" : "bad_origin"),
      },
      () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`),
    );
    return this.#socket;
  }

  /** Calls back for everything that the server says, until the returned function is called. */
  listen(hearer: Hearer): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  #hear(told: Told): void {
    for (const hearer of this.#hearers) hearer(told);
  }
}

export const session = new Session();
