// Written by tools/wire_types.py. Change the Python types and run it again.

/** Every card of the deck, in canonical order: by colour, then by value. */
export type Card = "blue-0" | "blue-1" | "blue-10" | "blue-2" | "blue-3" | "blue-4" | "blue-5" | "blue-6" | "blue-7" | "blue-8" | "blue-9" | "green-0" | "green-1" | "green-10" | "green-2" | "green-3" | "green-4" | "green-5" | "green-6" | "green-7" | "green-8" | "green-9" | "grey-0" | "grey-1" | "grey-10" | "grey-2" | "grey-3" | "grey-4" | "grey-5" | "grey-6" | "grey-7" | "grey-8" | "grey-9" | "orange-0" | "orange-1" | "orange-10" | "orange-2" | "orange-3" | "orange-4" | "orange-5" | "orange-6" | "orange-7" | "orange-8" | "orange-9" | "red-0" | "red-1" | "red-10" | "red-2" | "red-3" | "red-4" | "red-5" | "red-6" | "red-7" | "red-8" | "red-9" | "violet-0" | "violet-1" | "violet-10" | "violet-2" | "violet-3" | "violet-4" | "violet-5" | "violet-6" | "violet-7" | "violet-8" | "violet-9";

export interface CardDrawn {
  readonly type: "CardDrawn";
  readonly seat: number;
  readonly card: Card;
}

export interface CardPlayed {
  readonly type: "CardPlayed";
  readonly seat: number;
  readonly card: Card;
}

export interface CardsDiscarded {
  readonly type: "CardsDiscarded";
  readonly seat: number;
  readonly cards: readonly Card[];
}

/** All have chosen: the seat's other two cards join those before it. */
export interface CardsKept {
  readonly type: "CardsKept";
  readonly seat: number;
  readonly cards: readonly Card[];
}

/** These left the parade, from front to end, and lie before the seat. */
export interface CardsTaken {
  readonly type: "CardsTaken";
  readonly seat: number;
  readonly cards: readonly Card[];
}

/** One seat's cards of one colour and what they cost. */
export interface ColourSheet {
  readonly cards: readonly Card[];
  readonly majority: boolean;
  readonly points: number;
}

export interface Config {
  readonly seats: number;
}

/** The dealer's: all 66 cards in the order of the deal, and who plays first. */
export interface Deal {
  readonly type: "Deal";
  readonly deck: readonly Card[];
  readonly first: number;
}

/** Two cards of the hand, in canonical order. */
export interface Discard {
  readonly type: "Discard";
  readonly cards: readonly Card[];
}

export interface HandDealt {
  readonly type: "HandDealt";
  readonly seat: number;
  readonly cards: readonly Card[];
}

export interface LastRoundBegan {
  readonly type: "LastRoundBegan";
  readonly reason: "both" | "colours" | "pile";
}

/** Everybody now chooses two cards to discard. */
export interface LastRoundEnded {
  readonly type: "LastRoundEnded";
}

/** How a finished game stands. Rank 1 wins; equal ranks are shared and the next rank skips. */
export interface Outcome {
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
  readonly sheet: Sheet;
}

/** The game begins: the parade from front to end, the player who starts, and how large hands and pile are. */
export interface ParadeLaid {
  readonly type: "ParadeLaid";
  readonly first: number;
  readonly parade: readonly Card[];
}

/** The seat drew a card, as everybody sees. */
export interface PileShrank {
  readonly type: "PileShrank";
  readonly seat: number;
}

/** The face-down pile, next card first. */
export interface PileStacked {
  readonly type: "PileStacked";
  readonly cards: readonly Card[];
}

export interface Play {
  readonly type: "Play";
  readonly card: Card;
}

/** The seat has put two cards face down, as everybody sees. */
export interface SeatChose {
  readonly type: "SeatChose";
  readonly seat: number;
}

export interface SeatSheet {
  readonly colours: readonly ColourSheet[];
  readonly kept: readonly Card[];
  readonly cards_in_front: number;
  readonly total: number;
}

export interface Sheet {
  readonly seats: readonly SeatSheet[];
}

/** What one seat, or a spectator, may know. */
export interface View {
  readonly seat: number;
  readonly seats: number;
  readonly phase: "deal" | "discard" | "last" | "over" | "play";
  readonly to_act: readonly number[];
  readonly first: number | null;
  readonly parade: readonly Card[];
  readonly pile: number;
  readonly hands: readonly number[];
  readonly hand: readonly Card[];
  readonly taken: readonly (readonly Card[])[];
  readonly turns_left: number | null;
  readonly reason: "both" | "colours" | "pile" | null;
  readonly chosen: readonly boolean[];
  readonly discarded: readonly Card[];
  readonly outcome: Outcome | null;
}

export type Action = Deal | Play | Discard;

export type Event = ParadeLaid | HandDealt | PileStacked | CardPlayed | CardsTaken | CardDrawn | PileShrank | LastRoundBegan | LastRoundEnded | CardsDiscarded | SeatChose | CardsKept;
