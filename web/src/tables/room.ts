/** What the client's room of a game offers: how its views look, and its happenings in words. No rules. */

import type { Component } from "svelte";

import type { Redeal } from "../fair";

export type Seat = number;

/** Somebody at the table, as sentences need them. */
export interface Who {
  readonly name: string;
  readonly you: boolean;
}

/** One sentence of the log. `who` begins it, set apart. */
export interface Line {
  readonly who: string | null;
  readonly text: string;
}

/** What every game's view begins and ends with. */
export interface AnyView {
  readonly seat: Seat;
  readonly seats: number;
  readonly to_act: readonly Seat[];
  readonly outcome: AnyOutcome | null;
}

export interface AnyOutcome {
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
}

export interface TableProps<View, Action> {
  view: View;
  legal: readonly Action[];
  who: readonly Who[];
  bots: readonly boolean[];
  /** What is said to whom nothing is offered. */
  waiting: string;
  /** The newest action first. */
  log: readonly Line[];
  act: (action: Action) => void;
}

export interface SheetProps<Outcome> {
  outcome: Outcome;
  who: readonly Who[];
}

/** An option of a game, beyond its number of seats. */
export interface Switch {
  readonly field: string;
  readonly label: string;
}

export interface Room<View = never, Action = never, Event = never, Outcome = never> {
  readonly Cover: Component;
  readonly Table: Component<TableProps<View, Action>>;
  readonly Sheet: Component<SheetProps<Outcome>>;
  /** What is seen between two rounds, where a game has rounds for which players get ready. */
  readonly Between?: Component<{ view: View; who: readonly Who[] }>;
  readonly colour: string; // of its book
  readonly pace: "turns" | "race";
  readonly minutes: number;
  /** What the book says on its right page. */
  tale(): string;
  /** The line beside the title while the game is played. */
  facts(view: View): string;
  /** What one action told, in sentences, the first of which says what was done. */
  tell(told: readonly Event[], who: readonly Who[]): readonly Line[];
  /** Why the winner has won, in one sentence. */
  verdict(outcome: Outcome, who: readonly Who[]): string;
  switches(): readonly Switch[];
  /** What a refusal by this rule means, where players meet it in the course of play. */
  refusal(rule: string): string | null;
  readonly redeal: Redeal;
}

/** A room whose game is not known: its values come from the server, which sends each game its own. */
export type AnyRoom = Room<AnyView, Record<string, unknown>, Record<string, unknown>, AnyOutcome>;
