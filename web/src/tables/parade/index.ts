import type { Room } from "../room";
import Cover from "./Cover.svelte";
import { redeal } from "./deal";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";
import { tell } from "./tell";
import type { Action, Event, Outcome, View } from "./types.gen";
import { words } from "./words";

const parade: Room<View, Action, Event, Outcome> = {
  Cover,
  Table,
  Sheet,
  colour: "red",
  pace: "turns",
  minutes: 20,
  tale: () => words().tale,
  facts: ({ phase, pile, turns_left }) => {
    const { facts } = words();
    if (phase === "play") return facts.pile(pile);
    if (phase === "last") return facts.last(turns_left ?? 0);
    return phase === "discard" ? facts.discard : facts.deal;
  },
  tell,
  verdict: ({ ranks, scores }) => {
    const best = Math.min(...scores);
    const decided = scores.filter((score) => score === best).length > ranks.filter((rank) => rank === 1).length;
    return decided ? words().sheet.fewest(best) : words().sheet.lowest(best);
  },
  switches: () => [],
  refusal: () => null,
  redeal,
};

export default parade;
