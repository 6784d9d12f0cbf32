// Written by tools/wire_types.py. Change the Python types and run it again.

/** Alice fills the cell of the round's first card. */
export interface AlicePlaced {
  readonly type: "AlicePlaced";
  readonly cell: readonly [number, number];
}

/** The seat holds Alice. */
export interface AliceTaken {
  readonly type: "AliceTaken";
  readonly seat: number;
}

/** All that can lie in a cell of the grid: of each character the normal face, then the mirror; Alice. */
export type Card = "alice" | "cat+" | "cat-" | "caterpillar+" | "caterpillar-" | "dormouse+" | "dormouse-" | "hatter+" | "hatter-" | "queen+" | "queen-" | "rabbit+" | "rabbit-";

/** So many cards, half of each face, left the game from before the seat or on their way there. */
export interface CardsCancelled {
  readonly type: "CardsCancelled";
  readonly seat: number;
  readonly character: Character;
  readonly count: number;
}

/** The seat took these cards, Alice among them or not, from these cells. */
export interface CardsTaken {
  readonly type: "CardsTaken";
  readonly seat: number;
  readonly cells: readonly (readonly [number, number])[];
  readonly cards: readonly Card[];
}

/** The six characters, in canonical order. */
export type Character = "cat" | "caterpillar" | "dormouse" | "hatter" | "queen" | "rabbit";

/** One seat's cards of one character, signed as in a collection, and what they score. */
export interface CharacterSheet {
  readonly count: number;
  readonly points: number;
}

export interface Config {
  readonly seats: number;
}

/** The dealer's: who starts with Alice, and the character cards, first drawn first. */
export interface Deal {
  readonly type: "Deal";
  readonly first: number;
  readonly stack: readonly Character[];
}

/** The seat holds Alice and starts the first round. */
export interface FirstChosen {
  readonly type: "FirstChosen";
  readonly seat: number;
}

/** The last card of the last round is taken. */
export interface GameEnded {
  readonly type: "GameEnded";
}

/** A round begins with these cards from the stack; the seat that holds Alice starts it. */
export interface GridLaid {
  readonly type: "GridLaid";
  readonly round: number;
  readonly rows: readonly (readonly Card[])[];
}

/** How a finished game stands. Rank 1 wins; equal ranks are shared and the next rank skips. */
export interface Outcome {
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
  readonly sheet: Sheet;
}

export interface SeatSheet {
  readonly characters: readonly CharacterSheet[];
  readonly alice: number;
  readonly total: number;
}

export interface Sheet {
  readonly seats: readonly SeatSheet[];
}

/** All character cards, face hidden, first drawn first. */
export interface StackShuffled {
  readonly type: "StackShuffled";
  readonly stack: readonly Character[];
}

/** The cells of the cards to take, ascending. */
export interface Take {
  readonly type: "Take";
  readonly cells: readonly (readonly [number, number])[];
}

/** What one seat, or a spectator, may know. */
export interface View {
  readonly seat: number;
  readonly seats: number;
  readonly phase: "deal" | "over" | "play";
  readonly to_act: readonly number[];
  readonly round: number;
  readonly rounds: number;
  readonly turn: number | null;
  readonly limit: number | null;
  readonly grid: readonly (readonly (Card | null)[])[];
  readonly alice: number | null;
  readonly collections: readonly (readonly number[])[];
  readonly cancelled: number;
  readonly stack: number;
  readonly outcome: Outcome | null;
}

export type Action = Deal | Take;

export type Event = StackShuffled | FirstChosen | GridLaid | CardsTaken | AlicePlaced | CardsCancelled | AliceTaken | GameEnded;
