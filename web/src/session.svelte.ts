/** Who plays in this browser, and the one connection of the page. */

import { api } from "./api";
import { speech } from "./i18n/index.svelte";
import { keep, kept } from "./kept";
import { Socket } from "./socket";
import type { Player, Told } from "./wire.gen";

type Hearer = (told: Told) => void;

class Session {
  player = $state.raw<Player | null>(null);
  online = $state(true);
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
      { hear: (told) => this.#hear(told), connected: (online) => (this.online = online) },
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
