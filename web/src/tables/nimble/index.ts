import type { Room } from "../room";
import Between from "./Between.svelte";
import Cover from "./Cover.svelte";
import { redeal } from "./deal";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";
import { tell } from "./tell";
import type { Action, Event, Outcome, View } from "./types.gen";
import { words } from "./words";

const nimble: Room<View, Action, Event, Outcome> = {
  Between,
  Cover,
  Table,
  Sheet,
  colour: "blue",
  pace: "race",
  minutes: 5,
  tale: () => words().tale,
  facts: ({ round, rounds }) => words().facts(round, rounds),
  tell,
  verdict: ({ ranks, scores, sheet }) => {
    const w = words().sheet;
    const best = scores[ranks.indexOf(1)]!;
    if (sheet.won) return w.most(best);
    const decided = scores.filter((score) => score === best).length > ranks.filter((rank) => rank === 1).length;
    return decided ? w.earlier(best) : w.fewest(best);
  },
  switches: () => Object.entries(words().switches).map(([field, label]) => ({ field, label })),
  refusal: (rule) => words().refusals[rule] ?? null,
  redeal,
};

export default nimble;
