import type { Who } from "../room";
import type { Colour } from "./cards";

const en = {
  tale: "Make as few marchers leave as you can.",
  animals: { red: "Rooster", blue: "Heron", violet: "Stag", green: "Frog", grey: "Owl", orange: "Fox" },
  colours: { red: "red", blue: "blue", violet: "violet", green: "green", grey: "grey", orange: "orange" },
  card: (colour: Colour, value: number) => `${en.colours[colour]} ${value}`,
  facts: {
    pile: (pile: number) => `Pile ${pile} · until a sixth colour or the last card`,
    last: (turns: number) => `Last round · ${turns === 1 ? "1 turn" : `${turns} turns`} left`,
    discard: "Everybody puts two cards away",
    deal: "The cards are being dealt",
  },
  parade: "The parade",
  walks: "walks to its box on the left; new marchers join on the right",
  box: "the box",
  boxLong: "The box: the front of the parade",
  pile: (n: number) => `Pile: ${n} cards`,
  collections: "Collections",
  holds: (n: number) => `holds ${n === 1 ? "1 card" : `${n} cards`}`,
  coloursOf: (n: number) => `${n} of 6 colours`,
  missing: (colour: Colour) => `only ${en.colours[colour]} missing`,
  slot: (colour: Colour, values: readonly number[], most: boolean) =>
    `${en.animals[colour]}, ${en.colours[colour]}: ` +
    (values.length === 0 ? "none" : `${values.join(", ")}${most ? "; the most" : ""}`),
  key: "turned: most of a colour, 1 point each. Others: printed values",
  hand: "Your hand",
  choose: "Choose a card to play",
  chooseHint: "It joins the end of the parade. Marchers of its colour, or not above it, may have to come to you.",
  chosen: (card: string) => `You chose ${card}`,
  chosenHint: (colour: Colour, value: number) =>
    `${["Nobody is safe", "The last marcher is safe"][value] ?? `The last ${value} marchers are safe`}. ` +
    `Of all others, who is ${en.colours[colour]} or ${value === 0 ? "0" : `not above ${value}`} comes to you.`,
  playCard: (card: string) => `Play ${card}`,
  chooseTwo: (more: number): string => (more === 2 ? "Choose two cards to put away" : "Choose one more card to put away"),
  chooseTwoHint: "They score for nobody. The other two join the cards before you.",
  putAway: (cards: string) => `Put away ${cards}`,
  waitingDiscard: "You have chosen. The others still choose.",

  began: (who: Who): string => (who.you ? "begin." : "begins."),
  played: (_who: Who, card: string, gone: string) => `played ${card}: ${gone ? `${gone} left the parade.` : "nobody left."}`,
  lastColours: "A sixth colour: one last round, in which nobody draws.",
  lastPile: "The pile is empty: one last round, in which nobody draws.",
  lastEnded: "The last round is over: everybody puts two cards away.",
  chose: (who: Who): string => (who.you ? "have put two cards away." : "has put two cards away."),
  kept: (_who: Who, cards: string) => `kept ${cards}.`,

  sheet: {
    none: "none",
    turned: (n: number) => `${n} turned, 1 each`,
    printed: "printed",
    cards: (n: number) => (n === 1 ? "1 card" : `${n} cards`),
    keyTurned: "most of its colour, ties too: turned, 1 point each",
    keyTurnedTwo: "at least two more of its colour: turned, 1 point each",
    keyPrinted: "printed value",
    keyKept: "kept from the last four cards",
    lowest: (points: number) => `The lowest score wins: ${points}.`,
    fewest: (points: number) => `Equal at ${points}: the fewest cards in front decide.`,
  },
};

export default en;
export type Words = typeof en;
