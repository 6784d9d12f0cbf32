/** The live half of the server: one connection that comes back, asks again what was not answered, and misses nothing. */

import type { Act, Asked, Refused, Told, Undo } from "./wire.gen";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const SILENCE_MS = 25_000;
/** Close codes after which the same page would be shut out again: not signed in, a foreign address. */
const FOR_GOOD = [4401, 4403];

export interface Listener {
  hear(told: Told): void;
  connected(online: boolean): void;
  /** The server will not have this page, and trying again would not help. */
  shutOut(code: number): void;
}

/** What the connection needs of a browser's WebSocket. */
export interface Wire {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

type Answer = (refused: Refused | null) => void;

export class Socket {
  #wire: Wire | null = null;
  #open = false;
  #wait = FIRST_WAIT_MS;
  #pings = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  readonly #watched = new Map<string, number | null>(); // table → the last n seen; null: none yet
  readonly #unanswered = new Map<string, { asked: Act | Undo; answer: Answer }>();

  constructor(
    private readonly listener: Listener,
    private readonly connect: () => Wire,
  ) {
    this.#begin();
  }

  watch(table: string): void {
    this.#watched.set(table, null);
    this.send({ type: "Watch", table });
  }

  unwatch(table: string): void {
    if (this.#watched.delete(table)) this.send({ type: "Unwatch", table });
  }

  /** Says it now or not at all: for what has no worth later, and for what is said anew on every connection. */
  send(asked: Asked): void {
    if (this.#open) this.#wire?.send(JSON.stringify(asked));
  }

  /** Says it until it is answered; the server does it once. */
  ask(asked: Act | Undo): Promise<Refused | null> {
    return new Promise((answer) => {
      this.#unanswered.set(asked.id, { asked, answer });
      this.send(asked);
    });
  }

  #begin(): void {
    const wire = this.connect();
    this.#wire = wire;
    wire.onopen = () => this.#opened();
    wire.onmessage = (event) => this.#heard(JSON.parse(event.data) as Told);
    wire.onclose = (event) => this.#closed(event.code);
  }

  #opened(): void {
    this.#open = true;
    this.#wait = FIRST_WAIT_MS;
    this.#heartbeat = setInterval(() => this.send({ type: "Ping", n: ++this.#pings }), SILENCE_MS);
    for (const table of this.#watched.keys()) this.watch(table);
    for (const { asked } of this.#unanswered.values()) this.send(asked);
    this.listener.connected(true);
  }

  #closed(code: number): void {
    this.#open = false;
    clearInterval(this.#heartbeat);
    if (FOR_GOOD.includes(code)) {
      this.listener.shutOut(code);
      return;
    }
    this.listener.connected(false);
    setTimeout(() => this.#begin(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #heard(told: Told): void {
    if (told.type === "Seen" && !this.#isNext(told.table, told.n)) return;
    if (told.type === "Done") this.#answered(told.id, null);
    if (told.type === "Refused" && told.id !== null) this.#answered(told.id, told);
    this.listener.hear(told);
  }

  #answered(id: string, refused: Refused | null): void {
    this.#unanswered.get(id)?.answer(refused);
    this.#unanswered.delete(id);
  }

  /** A viewer's stream counts up by one. After a gap the table is watched anew, which brings the whole view. */
  #isNext(table: string, n: number): boolean {
    const last = this.#watched.get(table);
    if (last === undefined) return false;
    if (last !== null && n !== last + 1) {
      this.watch(table);
      return false;
    }
    this.#watched.set(table, n);
    return true;
  }
}
