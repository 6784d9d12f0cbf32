import type { Who } from "../room";

const en = {
  tale: "All at once, colour on colour.",
  colours: { beige: "beige", orange: "orange", blue: "blue", green: "green", red: "red", violet: "violet" },
  card: (frame: string, circle: string) => `frame ${frame}, circle ${circle}`,
  facts: (round: number, rounds: number) => rounds > 1 ? `Round ${round} of ${rounds} · everybody at once` : "Everybody at once",
  switches: {
    challenge: "A challenge: as many rounds as players",
    guided: "Guided: cards that do not fit are refused",
  },
  others: "The others",
  piles: "The three common piles",
  pile: (n: number, card: string, height: number) => `Pile ${n}: ${card}, ${height} cards`,
  placeHere: (n: number, card: string, height: number) => `Pile ${n}: ${card}, ${height} cards. Place here, key ${n}`,
  own: "Your cards",
  discard: "Discard",
  discardOf: (card: string) => `Discard: ${card}`,
  noDiscard: "Nothing on the discard",
  pack: "Pack",
  flip: (height: number) => `Turn the next card of the pack, space bar, ${height} cards`,
  space: "space",
  back: "Take back",
  recycle: "Recycle",
  left: "cards left",
  cards: (n: number): string => (n === 1 ? "card" : "cards"),
  rule: "The rule",
  ruleText: "The frame of the card you place has the colour of the circle it covers. A mistake stays, and counts at the end.",
  between: "The next round is being dealt.",

  began: (round: number) => `Round ${round} begins.`,
  placed: (_who: Who, pile: number) => `placed a card on pile ${pile}.`,
  out: "The round is over: somebody has no more cards to place.",
  stuck: "The round is over: no card left anywhere fits.",
  recycled: (_who: Who) => "turned the discard over.",
  refusals: {
    "NIM-R18": "Somebody was faster: your card is back in your hand.",
    "NIM-R19": "That card does not fit there.",
  } as Record<string, string>,

  sheet: {
    round: (n: number) => `Round ${n}`,
    titles: { queen: "Queen of Hearts", "don-quixote": "Don Quixote", "moby-dick": "Moby Dick", pinocchio: "Pinocchio" },
    left: (n: number): string => (n === 1 ? "1 card left" : `${n} cards left`),
    arrival: (n: number) => `arrived ${n}${["st", "nd", "rd"][n - 1] ?? "th"}`,
    errors: (n: number): string => (n === 1 ? "error" : "errors"),
    won: (n: number): string => (n === 1 ? "round won" : "rounds won"),
    audit: (n: number) => `Pile ${n}, from the bottom`,
    error: "error",
    key: "A card errs when its frame differs from the circle it covers. Fewest errors win; then the order of arrival.",
    fewest: (n: number) => `The fewest errors win: ${n}.`,
    earlier: (n: number) => `Equal at ${n}: the order of arrival decides.`,
    most: (n: number) => `The most rounds win: ${n}.`,
  },
};

export default en;
export type Words = typeof en;
