import type { Room } from "../room";
import Cover from "./Cover.svelte";
import { redeal } from "./deal";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";
import { tell } from "./tell";
import type { Action, Event, Outcome, View } from "./types.gen";
import { words } from "./words";

const teatime: Room<View, Action, Event, Outcome> = {
  Cover,
  Table,
  Sheet,
  colour: "violet",
  pace: "turns",
  minutes: 20,
  tale: () => words().tale,
  facts: ({ round, rounds, turn, limit }) =>
    turn === null || limit === null || round === 0 ? words().dealing : words().facts(round, rounds, turn, limit),
  tell,
  verdict: ({ ranks, scores }) => {
    const best = Math.max(...scores);
    const decided = scores.filter((score) => score === best).length > ranks.filter((rank) => rank === 1).length;
    return decided ? words().sheet.alice(best) : words().sheet.most(best);
  },
  switches: () => [],
  refusal: () => null,
  redeal,
};

export default teatime;
