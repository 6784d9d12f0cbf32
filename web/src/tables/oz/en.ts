import type { Who } from "../room";

const en = {
  tale: "A secret hand, four stories to keep.",
  names: {
    dorothy: "Dorothy", toto: "Toto", scarecrow: "Scarecrow", tinman: "Tin Man",
    lion: "Lion", oz: "Oz", witch: "Witch", glinda: "Glinda",
  },
  stories: {
    each: (x: readonly string[]) => `Each: ${x[0]}`,
    couple: (x: readonly string[]) => `${x[0]} & ${x[1]}`,
    pairs: (x: readonly string[]) => `Pairs: ${x[0]}`,
    set: (_: readonly string[]) => "Set of four",
    trio: (_: readonly string[]) => "Trio",
    few: (x: readonly string[]) => `Few: ${x[0]}`,
    favourite: (x: readonly string[]) => `Favourite: ${x[0]}`,
    most: (x: readonly string[]) => `Most: ${x[0]}`,
    hunt: (x: readonly string[]) => `Hunt: ${x[0]}`,
  },
  worth: {
    each: (x: readonly string[]) => `1 for each ${x[0]}.`,
    couple: (x: readonly string[]) => `2 for each couple of ${x[0]} and ${x[1]}.`,
    pairs: (x: readonly string[]) => `3 for each two of ${x[0]}.`,
    set: (x: readonly string[]) => `4 for each full set of ${x.join(", ")}.`,
    trio: (x: readonly string[]) => `${x.join(", ")}. One of each: 2. Two of each: 7. Three of each: 12.`,
    few: (x: readonly string[]) => `4 with at most one ${x[0]}.`,
    favourite: (x: readonly string[]) => `5 if no other character is more frequent in your hand than ${x[0]}.`,
    most: (x: readonly string[]) => `8 if nobody holds more of ${x[0]} than you.`,
    hunt: (x: readonly string[]) => `3 for each ${x[0]}, less 1 for each ${x[1]} and each ${x[2]}.`,
  },
  turn: (turn: number, turns: number) => `Turn ${turn} of ${turns}`,
  dealing: "The cards are being dealt",
  columns: "Columns",
  column: (n: number) => `Column ${n}`,
  taken: "taken",
  hand: "Your hand",
  cards: (n: number): string => (n === 1 ? "1 card" : `${n} cards`),
  closed: (n: number) => `${n} closed`,
  open: "Your open stories",
  noStories: "You will collect four.",
  others: "The others",
  held: (name: string, n: number) => `${name}: ${n}`,
  marker: "holds the marker",

  choose: "Choose a column",
  chooseHint: "Its two characters go into your hand, its story lies open before you.",
  chosen: (names: string, story: string) => `${names}, and “${story}”`,
  take: (column: number) => `Take column ${column}`,
  chooseClose: "Close one story",
  chooseCloseHint: "A closed story scores nothing and never opens again.",
  close: (story: string) => `Close “${story}”`,

  began: (turn: number) => `Turn ${turn} begins.`,
  took: (_who: Who, names: string, story: string) => `took ${names} with “${story}”.`,
  closes: (_who: Who, story: string) => `closed “${story}”.`,
  discarded: (names: string) => `Nobody took ${names}: they are put aside.`,
  returned: "The characters put aside are shuffled under the deck.",
  revealed: "Everybody shows their hand.",

  sheet: {
    most: (points: number) => `The most points win: ${points}.`,
    hand: "Hand",
    key: "Only the open stories count; each card counts for every story that it fits.",
  },
};

export default en;
export type Words = typeof en;
