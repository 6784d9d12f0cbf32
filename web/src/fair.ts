/** Fair deals, as docs/fair-deals.md specifies them: commitments, the stream of a deal, indexes and shuffles. */

import { sha256 } from "@noble/hashes/sha2.js";
import { shake256 } from "@noble/hashes/sha3.js";

import { fromHex, toHex } from "./ids";
import type { Closing, Header, RecordLine, Step } from "./wire.gen";

const WORDS = 65536;
const DEALER = -1;

/** What a finished game tells of its deals. */
export interface Dealt {
  readonly config: Record<string, unknown>;
  readonly actions: readonly Record<string, unknown>[];
  readonly outcome: Record<string, unknown> | null;
}

/** A room's draws: the dealer's action number `k`, drawn anew from the stream. `null`: it cannot be told from a record. */
export type Redeal = (dealt: Dealt, k: number, draw: Draw) => Record<string, unknown> | null;

/** What this client kept of a table before its cards were dealt. */
export interface Kept {
  readonly commitment: string;
  readonly seat: number;
  readonly nonce: string;
}

/**
 * Fair with this client's part in the chance, or with that part missing because it came too late, or of a game in
 * which this client took no part; not fair; or nothing that can be said.
 */
export type Verdict = "fair" | "fair-late" | "fair-unseen" | "unfair" | "unchecked";

export class Draw {
  #words: Uint8Array;
  #stream: { xof(bytes: number): Uint8Array };
  #at = 0;

  constructor(secret: Uint8Array, nonces: readonly Uint8Array[], deal: number) {
    const parts = [utf8("veillee/deal/1"), secret, ...nonces, bigEndian(deal)];
    this.#stream = shake256.create({}).update(prefixed(parts));
    this.#words = this.#stream.xof(512);
  }

  /** An unbiased index in 0..n-1: a word from the uneven end of the range is thrown away. */
  below(n: number): number {
    for (;;) {
      const word = this.#word();
      if (word < WORDS - (WORDS % n)) return word % n;
    }
  }

  shuffled<T>(items: readonly T[]): T[] {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last--) {
      const swap = this.below(last + 1);
      [order[last], order[swap]] = [order[swap]!, order[last]!];
    }
    return order;
  }

  #word(): number {
    if (this.#at === this.#words.length) {
      this.#words = this.#stream.xof(512);
      this.#at = 0;
    }
    return this.#words[this.#at++]! * 256 + this.#words[this.#at++]!;
  }
}

export function commitment(table: string, secret: Uint8Array): string {
  return digest([utf8("veillee/commitment/1"), utf8(table), secret]);
}

export function nonceCommitment(table: string, seat: number, nonce: Uint8Array): string {
  return digest([utf8("veillee/nonce/1"), utf8(table), Uint8Array.of(seat), nonce]);
}

/** Whether the record opens what was committed to, holds what this client kept, and its deals follow. */
export function judge(record: string, kept: Kept | null, redeal: Redeal): Verdict {
  const lines = record.trim().split("\n").map((line) => JSON.parse(line) as RecordLine);
  const [header, closing] = [lines[0], lines.at(-1)];
  if (header?.type !== "Header" || closing?.type !== "Closing" || !closing.secret) return "unchecked";
  const secret = fromHex(closing.secret);
  const nonces = closing.nonces.map((nonce) => fromHex(nonce ?? ""));
  if (commitment(header.table, secret) !== header.commitment) return "unfair";
  if (!noncesOpen(header, closing.nonces)) return "unfair";
  const part = judgePart(header, closing, kept);
  if (part === "unfair") return part;
  const steps = lines.filter((line): line is Step => line.type === "Step" && line.seat === DEALER);
  const dealt: Dealt = { config: header.config, actions: steps.map((step) => step.action), outcome: closing.outcome };
  for (const [k, action] of dealt.actions.entries()) {
    const expected = redeal(dealt, k, new Draw(secret, nonces, k));
    if (!expected) return "unchecked";
    if (!sameFields(expected, action)) return "unfair";
  }
  return part;
}

/** Whether the game was sealed as this client saw it, with what it kept. */
function judgePart(header: Header, closing: Closing, kept: Kept | null): Verdict {
  if (!kept) return "fair-unseen";
  const own = nonceCommitment(header.table, kept.seat, fromHex(kept.nonce));
  if (kept.commitment !== header.commitment || header.nonce_commitments[kept.seat] !== own) return "unfair";
  if (closing.nonces[kept.seat] === null) return "fair-late";
  return closing.nonces[kept.seat] === kept.nonce ? "fair" : "unfair";
}

function noncesOpen(header: Header, nonces: readonly (string | null)[]): boolean {
  return nonces.every(
    (nonce, seat) =>
      nonce === null || nonceCommitment(header.table, seat, fromHex(nonce)) === header.nonce_commitments[seat],
  );
}

function sameFields(expected: Record<string, unknown>, action: Record<string, unknown>): boolean {
  return Object.entries(expected).every(([field, value]) => JSON.stringify(value) === JSON.stringify(action[field]));
}

function digest(parts: readonly Uint8Array[]): string {
  return toHex(sha256(prefixed(parts)));
}

/** Each part behind its length in four bytes, so that no two lists of parts give the same bytes. */
function prefixed(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...bigEndian(part.length), ...part]));
}

function bigEndian(n: number): Uint8Array {
  return Uint8Array.of(n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
