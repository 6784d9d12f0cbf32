// Written by tools/wire_types.py. Change the Python types and run it again.

/** Put the top of the own discard face down back on the pack. */
export interface Back {
  readonly type: "Back";
}

/** Every card, in canonical order: by seat, then by frame, then by circle. */
export type Card = "0:beige/blue" | "0:beige/green" | "0:beige/orange" | "0:beige/red" | "0:beige/violet" | "0:blue/beige" | "0:blue/green" | "0:blue/orange" | "0:blue/red" | "0:blue/violet" | "0:green/beige" | "0:green/blue" | "0:green/orange" | "0:green/red" | "0:green/violet" | "0:orange/beige" | "0:orange/blue" | "0:orange/green" | "0:orange/red" | "0:orange/violet" | "0:red/beige" | "0:red/blue" | "0:red/green" | "0:red/orange" | "0:red/violet" | "0:violet/beige" | "0:violet/blue" | "0:violet/green" | "0:violet/orange" | "0:violet/red" | "1:beige/blue" | "1:beige/green" | "1:beige/orange" | "1:beige/red" | "1:beige/violet" | "1:blue/beige" | "1:blue/green" | "1:blue/orange" | "1:blue/red" | "1:blue/violet" | "1:green/beige" | "1:green/blue" | "1:green/orange" | "1:green/red" | "1:green/violet" | "1:orange/beige" | "1:orange/blue" | "1:orange/green" | "1:orange/red" | "1:orange/violet" | "1:red/beige" | "1:red/blue" | "1:red/green" | "1:red/orange" | "1:red/violet" | "1:violet/beige" | "1:violet/blue" | "1:violet/green" | "1:violet/orange" | "1:violet/red" | "2:beige/blue" | "2:beige/green" | "2:beige/orange" | "2:beige/red" | "2:beige/violet" | "2:blue/beige" | "2:blue/green" | "2:blue/orange" | "2:blue/red" | "2:blue/violet" | "2:green/beige" | "2:green/blue" | "2:green/orange" | "2:green/red" | "2:green/violet" | "2:orange/beige" | "2:orange/blue" | "2:orange/green" | "2:orange/red" | "2:orange/violet" | "2:red/beige" | "2:red/blue" | "2:red/green" | "2:red/orange" | "2:red/violet" | "2:violet/beige" | "2:violet/blue" | "2:violet/green" | "2:violet/orange" | "2:violet/red" | "3:beige/blue" | "3:beige/green" | "3:beige/orange" | "3:beige/red" | "3:beige/violet" | "3:blue/beige" | "3:blue/green" | "3:blue/orange" | "3:blue/red" | "3:blue/violet" | "3:green/beige" | "3:green/blue" | "3:green/orange" | "3:green/red" | "3:green/violet" | "3:orange/beige" | "3:orange/blue" | "3:orange/green" | "3:orange/red" | "3:orange/violet" | "3:red/beige" | "3:red/blue" | "3:red/green" | "3:red/orange" | "3:red/violet" | "3:violet/beige" | "3:violet/blue" | "3:violet/green" | "3:violet/orange" | "3:violet/red";

export interface CardFlipped {
  readonly type: "CardFlipped";
  readonly seat: number;
  readonly card: Card;
}

export interface CardPlaced {
  readonly type: "CardPlaced";
  readonly seat: number;
  readonly card: Card;
  readonly pile: number;
  readonly onto: Card;
}

/** The top of the seat's discard went back on its pack. */
export interface CardReturned {
  readonly type: "CardReturned";
  readonly seat: number;
  readonly card: Card;
}

export interface Config {
  readonly seats: number;
  readonly challenge: boolean;
  readonly guided: boolean;
}

/** The dealer's, each round: the packs of the seats, top first, and how many piles each seat starts. */
export interface Deal {
  readonly type: "Deal";
  readonly packs: readonly (readonly Card[])[];
  readonly starts: readonly number[];
}

export interface DiscardRecycled {
  readonly type: "DiscardRecycled";
  readonly seat: number;
}

export interface DiscardView {
  readonly top: Card | null;
  readonly height: number;
}

/** Turn the top of the pack onto the own discard. */
export interface Flip {
  readonly type: "Flip";
}

/** How a finished game stands. Rank 1 wins; equal ranks are shared and the next rank skips. */
export interface Outcome {
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
  readonly sheet: Sheet;
}

/** The face-down pack of the seat, next card first. */
export interface PackShuffled {
  readonly type: "PackShuffled";
  readonly seat: number;
  readonly cards: readonly Card[];
}

/** A pile from bottom to top, and which of its cards do not fit the one below. */
export interface PileSheet {
  readonly cards: readonly Card[];
  readonly errors: readonly number[];
}

export interface PileView {
  readonly top: Card;
  readonly height: number;
}

/** Put the top of the own discard on a pile; `onto` is the card aimed at. */
export interface Place {
  readonly type: "Place";
  readonly card: Card;
  readonly pile: number;
  readonly onto: Card;
}

/** Turn the whole discard over: it is the pack again. */
export interface Recycle {
  readonly type: "Recycle";
}

/** The race is on: what starts the three piles, and whether misplaced cards are refused. */
export interface RoundBegan {
  readonly type: "RoundBegan";
  readonly round: number;
  readonly piles: readonly Card[];
  readonly guided: boolean;
}

/** Somebody is out of cards, or nobody can place a fitting one. The audit follows from what lies on the table. */
export interface RoundEnded {
  readonly type: "RoundEnded";
  readonly reason: "out" | "stuck";
}

export interface RoundSheet {
  readonly seats: readonly SeatSheet[];
  readonly piles: readonly PileSheet[];
}

/** How one seat came out of one round. */
export interface SeatSheet {
  readonly left: number;
  readonly arrival: number;
  readonly title: "don-quixote" | "moby-dick" | "pinocchio" | "queen";
  readonly errors: number;
  readonly rank: number;
}

export interface Sheet {
  readonly rounds: readonly RoundSheet[];
  readonly won: readonly number[] | null;
}

/** What one seat, or a spectator, may know. */
export interface View {
  readonly seat: number;
  readonly seats: number;
  readonly phase: "deal" | "over" | "race";
  readonly to_act: readonly number[];
  readonly round: number;
  readonly rounds: number;
  readonly piles: readonly PileView[];
  readonly packs: readonly number[];
  readonly discards: readonly DiscardView[];
  readonly results: readonly RoundSheet[];
  readonly outcome: Outcome | null;
}

export type Action = Deal | Flip | Back | Recycle | Place;

export type Event = RoundBegan | PackShuffled | CardFlipped | CardReturned | DiscardRecycled | CardPlaced | RoundEnded;
