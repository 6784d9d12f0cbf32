// Written by tools/wire_types.py. Change the Python types and run it again.

/** The eight characters, in canonical order. */
export type Character = "dorothy" | "glinda" | "lion" | "oz" | "scarecrow" | "tinman" | "toto" | "witch";

/** The whole face-down deck of characters, next card first. */
export interface CharactersStacked {
  readonly type: "CharactersStacked";
  readonly characters: readonly Character[];
}

/** Take the column of this index. */
export interface Choose {
  readonly type: "Choose";
  readonly column: number;
}

/** Turn this open story face down; of equal ones the first taken. */
export interface Close {
  readonly type: "Close";
  readonly story: string;
}

/** What a player takes whole. */
export interface Column {
  readonly characters: readonly [Character, Character];
  readonly story: string;
}

/** Nobody took this column, and the turn is over. */
export interface ColumnDiscarded {
  readonly type: "ColumnDiscarded";
  readonly characters: readonly [Character, Character];
  readonly story: string;
}

export interface ColumnTaken {
  readonly type: "ColumnTaken";
  readonly seat: number;
  readonly column: number;
  readonly characters: readonly [Character, Character];
  readonly story: string;
}

/** These came off the decks, face up. */
export interface ColumnsLaid {
  readonly type: "ColumnsLaid";
  readonly columns: readonly Column[];
}

export interface Config {
  readonly seats: number;
  readonly stories: "standard" | readonly string[];
}

/** The dealer's: who has the marker, and both decks with their next card first. */
export interface Deal {
  readonly type: "Deal";
  readonly first: number;
  readonly characters: readonly Character[];
  readonly stories: readonly string[];
}

/** How many cards are left in each deck. */
export interface Decks {
  readonly characters: number;
  readonly stories: number;
}

/** The discarded characters were shuffled and lie under those left in the deck. */
export interface DiscardReturned {
  readonly type: "DiscardReturned";
}

/** Everybody knows which stories the deck holds, as the config names them, and nobody their order. */
export interface GameBegan {
  readonly type: "GameBegan";
  readonly deck: "standard" | readonly string[];
}

/** The game is over, and everybody shows their hand. */
export interface HandsRevealed {
  readonly type: "HandsRevealed";
  readonly hands: readonly (readonly number[])[];
}

/** How a finished game stands. Rank 1 wins; equal ranks are shared and the next rank skips. */
export interface Outcome {
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
  readonly sheet: Sheet;
}

/** The dealer's, with four players before turn 8: the discarded characters in the order in which they go under. */
export interface Reshuffle {
  readonly type: "Reshuffle";
  readonly characters: readonly Character[];
}

export interface ScoredStory {
  readonly story: string;
  readonly points: number;
}

/** A hand, and what it earns on each open story, in order of taking. */
export interface SeatSheet {
  readonly hand: readonly number[];
  readonly stories: readonly ScoredStory[];
  readonly total: number;
}

export interface Sheet {
  readonly seats: readonly SeatSheet[];
}

/** The whole face-down deck of stories, next card first. */
export interface StoriesStacked {
  readonly type: "StoriesStacked";
  readonly stories: readonly string[];
}

export interface StoryClosed {
  readonly type: "StoryClosed";
  readonly seat: number;
  readonly story: string;
}

/** The marker lies before the seat that chooses first; the columns are still to be laid. */
export interface TurnBegan {
  readonly type: "TurnBegan";
  readonly turn: number;
  readonly first: number;
}

/** What one seat, or a spectator, sees. Others' hands and closed stories lie hidden, though all saw them taken. */
export interface View {
  readonly seat: number;
  readonly seats: number;
  readonly phase: "choose" | "close" | "deal" | "over";
  readonly to_act: readonly number[];
  readonly turn: number | null;
  readonly turns: number;
  readonly first: number | null;
  readonly columns: readonly (Column | null)[];
  readonly hand: readonly number[];
  readonly hands: readonly number[];
  readonly open: readonly (readonly string[])[];
  readonly closed: readonly string[];
  readonly closed_counts: readonly number[];
  readonly discarded: readonly number[];
  readonly discarded_stories: readonly string[];
  readonly decks: Decks;
  readonly outcome: Outcome | null;
}

export type Action = Deal | Reshuffle | Choose | Close;

export type Event = GameBegan | CharactersStacked | StoriesStacked | TurnBegan | ColumnsLaid | ColumnTaken | StoryClosed | ColumnDiscarded | DiscardReturned | HandsRevealed;
