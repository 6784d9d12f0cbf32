import type { Who } from "../room";

const en = {
  tale: "Many of a kind, or none. Mind the mirror.",
  names: {
    hatter: "Hatter", cat: "Cat", rabbit: "Rabbit", caterpillar: "Caterpillar", queen: "Queen", dormouse: "Dormouse",
  },
  alice: "Alice",
  mirrored: (name: string) => `${name} in the mirror`,
  facts: (round: number, rounds: number, turn: number, limit: number) =>
    `Round ${round} of ${rounds} · turn ${turn} · ${["one card", "one or two cards in a line", "one to three cards in a line"][limit - 1]}`,
  dealing: "The cards are being dealt",
  others: "The others",
  grid: "The grid",
  cell: (name: string, row: number, column: number) => `${name}, row ${row}, column ${column}`,
  emptyCell: "Empty",
  points: (n: number): string => (n === 1 ? "1 pt" : `${n} pts`),
  sum: (n: number): string => (n === 1 ? "1 point" : `${n} points`),
  held: (name: string, count: number, points: number) =>
    `${name}: ${Math.abs(count)}${count < 0 ? " in the mirror" : ""}, ${points} points`,
  aliceInGrid: "Alice is in the grid.",
  aliceWith: (who: Who): string => (who.you ? "You hold Alice." : `${who.name} holds Alice.`),
  aliceHint: "Who takes her starts the next round; holding her at the end is worth 4 points.",
  scale: "Points by number of cards of a character",
  yours: "Your collection",
  cancelled: (n: number): string => (n === 1 ? "1 card has left the game" : `${n} cards have left the game`),

  choose: (limit: number): string => (limit === 1 ? "Choose a card" : limit === 2 ? "Choose one or two cards" : "Choose one to three cards"),
  chooseHint: "Neighbours in one straight line. The two faces of a character cancel each other.",
  take: (n: number): string => (n === 1 ? "Take this card" : `Take these ${n} cards`),
  notInLine: "These do not lie in one line without a gap.",

  began: (round: number) => `Round ${round} is laid out.`,
  first: (who: Who): string => (who.you ? "hold Alice and begin." : "holds Alice and begins."),
  took: (_who: Who, cards: string) => `took ${cards}.`,
  placedAlice: "Alice takes the place of that card.",
  cancels: (who: Who, count: number, name: string): string =>
    `${who.you ? "lose" : "loses"} ${count} cards (${name}): the faces cancel.`,
  aliceTaken: (who: Who): string => (who.you ? "have Alice now." : "has Alice now."),
  ended: "The last card is taken.",

  sheet: {
    most: (points: number) => `The most points win: ${points}.`,
    alice: (points: number) => `Equal at ${points}: Alice decides.`,
    key: "Points for each character by how many cards of it you hold; Alice is worth 4.",
  },
};

export default en;
export type Words = typeof en;
