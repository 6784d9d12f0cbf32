import type { Line, Who } from "../room";
import type { Card, Event } from "./types.gen";
import { listed, named, words } from "./words";

/** What one action told, in sentences. */
export function tell(told: readonly Event[], who: readonly Who[]): readonly Line[] {
  const taken = told.find((event) => event.type === "CardsTaken")?.cards ?? [];
  return told.flatMap((event) => sentence(event, taken, who) ?? []);
}

function sentence(event: Event, taken: readonly Card[], who: readonly Who[]): Line | null {
  const w = words();
  const by = (seat: number, text: (who: Who) => string): Line => ({ who: who[seat]!.name, text: text(who[seat]!) });
  switch (event.type) {
    case "ParadeLaid":
      return by(event.first, w.began);
    case "CardPlayed":
      return by(event.seat, (player) => w.played(player, named(event.card), listed(taken)));
    case "LastRoundBegan":
      return { who: null, text: event.reason === "pile" ? w.lastPile : w.lastColours };
    case "LastRoundEnded":
      return { who: null, text: w.lastEnded };
    case "SeatChose":
      return by(event.seat, w.chose);
    case "CardsKept":
      return by(event.seat, (player) => w.kept(player, listed(event.cards)));
    default:
      return null; // what lies on the table shows it, or a sentence above has said it
  }
}
