// Written by tools/wire_types.py. Change the Python types and run it again.

/** My action. `id` is mine: sent again, it is answered again and done once. `prompt` is null in a race. */
export interface Act {
  readonly type: "Act";
  readonly id: string;
  readonly table: string;
  readonly seat: number;
  readonly prompt: string | null;
  readonly action: Record<string, unknown>;
}

/** One seat of a table, as everybody sees it. */
export interface Chair {
  readonly seat: number;
  readonly occupant: "bot" | "person" | "program" | null;
  readonly player: string | null;
  readonly name: string | null;
  readonly level: string | null;
  readonly ready: boolean;
  readonly away: boolean;
  readonly cover_in_ms: number | null;
  readonly covered: boolean;
}

/** A seat's time. `running` tells whether `left_ms` was going down when this was sent. */
export interface Clock {
  readonly left_ms: number;
  readonly running: boolean;
}

/** The last line: how it ended, and the openings. */
export interface Closing {
  readonly type: "Closing";
  readonly reason: "abandoned" | "over";
  readonly steps: number;
  readonly secret: string | null;
  readonly nonces: readonly (string | null)[];
  readonly outcome: Record<string, unknown> | null;
  readonly check: string;
}

/** Your action or undo with this id was accepted, is durable, and shows in the next `Seen`. */
export interface Done {
  readonly type: "Done";
  readonly id: string;
}

/** Seat a bot. */
export interface Fill {
  readonly seat: number;
  readonly level: string;
}

/** The table that a link or a code leads to. */
export interface Found {
  readonly table: Table;
  readonly link: string;
}

export interface GameInfo {
  readonly name: string;
  readonly title: string;
  readonly author: string;
  readonly pace: "race" | "turns";
  readonly seats: readonly number[];
  readonly config_schema: Record<string, unknown>;
  readonly levels: readonly string[];
}

/** You no longer watch this table. */
export interface Gone {
  readonly type: "Gone";
  readonly table: string;
  readonly why: string;
}

/** The first line: which game, whose, and what the dealer and the players had committed to before it began. */
export interface Header {
  readonly type: "Header";
  readonly format: string;
  readonly game: string;
  readonly rules_version: number;
  readonly config: Record<string, unknown>;
  readonly table: string;
  readonly names: readonly string[];
  readonly commitment: string | null;
  readonly nonce_commitments: readonly (string | null)[];
  readonly opened: string;
  readonly check: string;
}

/** The tables that anybody may join or watch, and those at which you sit. */
export interface Listed {
  readonly open: readonly Table[];
  readonly mine: readonly Table[];
}

/** The table changed: people, readiness, status. Replaces what you had. */
export interface Lobby {
  readonly type: "Lobby";
  readonly table: Table;
}

/** One step of a replay, as its viewer knew it. */
export interface Moment {
  readonly n: number;
  readonly at: string;
  readonly seat: number;
  readonly told: readonly (Record<string, unknown>)[];
  readonly view: Record<string, unknown>;
}

/** Come in as a guest, or rename yourself. */
export interface NewPlayer {
  readonly name: string;
}

export interface NewTable {
  readonly game: string;
  readonly config: Record<string, unknown>;
  readonly options: TableOptions;
}

/** The nonce that I committed to, once the table is dealing. */
export interface Nonce {
  readonly type: "Nonce";
  readonly table: string;
  readonly nonce: string;
}

/** The seat to free, to cover, or to give back. */
export interface OneSeat {
  readonly seat: number;
}

export interface Ping {
  readonly type: "Ping";
  readonly n: number;
}

export interface Player {
  readonly id: string;
  readonly name: string;
  readonly kind: "guest" | "program";
}

export interface Pong {
  readonly type: "Pong";
  readonly n: number;
}

/** What every refusal over HTTP looks like. */
export interface Problem {
  readonly code: string;
  readonly why: string;
}

/** I am ready to begin; the hash of my nonce, if I give one. */
export interface Ready {
  readonly type: "Ready";
  readonly table: string;
  readonly commitment: string | null;
}

/** Nothing happened. `id` is that of your message, if it had one; `rule` that of the game, if it was the rules. */
export interface Refused {
  readonly type: "Refused";
  readonly id: string | null;
  readonly code: string;
  readonly rule: string | null;
  readonly why: string;
}

export interface Replay {
  readonly table: string;
  readonly game: string;
  readonly seat: number | null;
  readonly moments: readonly Moment[];
}

/** Pass-and-play: the player of this seat now has the device. */
export interface Reveal {
  readonly type: "Reveal";
  readonly table: string;
  readonly seat: number;
}

export interface Said {
  readonly type: "Said";
  readonly table: string;
  readonly seat: number;
  readonly phrase: "again" | "clap" | "good-luck" | "good-night" | "hello" | "oh-no" | "one-moment" | "smile" | "sorry" | "thank-you" | "well-played" | "wow";
}

export interface Say {
  readonly type: "Say";
  readonly table: string;
  readonly phrase: "again" | "clap" | "good-luck" | "good-night" | "hello" | "oh-no" | "one-moment" | "smile" | "sorry" | "thank-you" | "well-played" | "wow";
}

/** The game as you may know it. Replaces what you had. `n` counts up by one in each viewer's stream of a table. `told` is what the last action told you, `legal` what you may do now, `prompt` what an `Act` must name. */
export interface Seen {
  readonly type: "Seen";
  readonly table: string;
  readonly n: number;
  readonly seat: number;
  readonly view: Record<string, unknown>;
  readonly told: readonly (Record<string, unknown>)[];
  readonly legal: readonly (Record<string, unknown>)[];
  readonly prompt: string | null;
  readonly clocks: readonly (Clock | null)[];
  readonly can_undo: boolean;
}

/** Take a seat, any free one if none is named. `link` is what the host gave you; a person's own table needs none. `name` is for people who share a device: who sits on this seat of it. */
export interface Sit {
  readonly seat: number | null;
  readonly link: string | null;
  readonly name: string | null;
}

/** One accepted action. */
export interface Step {
  readonly type: "Step";
  readonly seat: number;
  readonly at: string;
  readonly action: Record<string, unknown>;
  readonly check: string;
}

/** A table as everybody sees it. `link` and `code` are shown to its host alone. */
export interface Table {
  readonly id: string;
  readonly game: string;
  readonly rules_version: number;
  readonly config: Record<string, unknown>;
  readonly options: TableOptions;
  readonly status: "abandoned" | "dealing" | "open" | "over" | "playing";
  readonly host: string | null;
  readonly chairs: readonly Chair[];
  readonly spectators: number;
  readonly commitment: string;
  readonly starts_in_ms: number | null;
  readonly rematch: string | null;
  readonly link: string | null;
  readonly code: string | null;
}

/** How this table is played, beyond the rules. */
export interface TableOptions {
  readonly visibility: "link" | "open";
  readonly clock: "days" | "game" | "move" | "none";
  readonly clock_s: number;
  readonly increment_s: number;
  readonly pass_and_play: boolean;
  readonly undo: boolean;
  readonly spectators: boolean;
}

/** Take my last action back, which is possible while it has told nobody a new card. */
export interface Undo {
  readonly type: "Undo";
  readonly id: string;
  readonly table: string;
  readonly seat: number;
}

export interface Unwatch {
  readonly type: "Unwatch";
  readonly table: string;
}

/** Show me this table from now on: from my seat if I have one, else as a spectator. */
export interface Watch {
  readonly type: "Watch";
  readonly table: string;
}

/** The first message: who you are here. */
export interface Welcome {
  readonly type: "Welcome";
  readonly protocol: number;
  readonly player: string;
  readonly name: string;
}

export type Asked = Watch | Unwatch | Act | Ready | Nonce | Undo | Reveal | Say | Ping;

export type Told = Welcome | Lobby | Seen | Done | Refused | Said | Gone | Pong;

export type RecordLine = Header | Step | Closing;
