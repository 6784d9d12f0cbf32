import type { Line, Who } from "../room";
import type { Event } from "./types.gen";
import { listed, words } from "./words";

/** What one action told, in sentences. */
export function tell(told: readonly Event[], who: readonly Who[]): readonly Line[] {
  return told.flatMap((event) => sentence(event, who) ?? []);
}

function sentence(event: Event, who: readonly Who[]): Line | null {
  const w = words();
  const by = (seat: number, text: (who: Who) => string): Line => ({ who: who[seat]!.name, text: text(who[seat]!) });
  switch (event.type) {
    case "FirstChosen":
      return by(event.seat, w.first);
    case "GridLaid":
      return { who: null, text: w.began(event.round) };
    case "CardsTaken":
      return by(event.seat, (player) => w.took(player, listed(event.cards)));
    case "AlicePlaced":
      return { who: null, text: w.placedAlice };
    case "CardsCancelled":
      return by(event.seat, (player) => w.cancels(player, event.count, w.names[event.character]));
    case "AliceTaken":
      return by(event.seat, w.aliceTaken);
    case "GameEnded":
      return { who: null, text: w.ended };
    default:
      return null;
  }
}
