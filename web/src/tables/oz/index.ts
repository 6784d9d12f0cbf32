import type { Room } from "../room";
import Cover from "./Cover.svelte";
import { redeal } from "./deal";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";
import { tell } from "./tell";
import type { Action, Event, Outcome, View } from "./types.gen";
import { words } from "./words";

const oz: Room<View, Action, Event, Outcome> = {
  Cover,
  Table,
  Sheet,
  colour: "green",
  pace: "turns",
  minutes: 25,
  tale: () => words().tale,
  facts: ({ turn, turns }) => (turn === null ? words().dealing : words().turn(turn, turns)),
  tell,
  verdict: ({ scores }) => words().sheet.most(Math.max(...scores)),
  switches: () => [],
  refusal: () => null,
  redeal,
};

export default oz;
