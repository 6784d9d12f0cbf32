import type { Line, Who } from "../room";
import type { Event } from "./types.gen";
import { listed, title, words } from "./words";

/** What one action told, in sentences. */
export function tell(told: readonly Event[], who: readonly Who[]): readonly Line[] {
  return told.flatMap((event) => sentence(event, who) ?? []);
}

function sentence(event: Event, who: readonly Who[]): Line | null {
  const w = words();
  const by = (seat: number, text: (who: Who) => string): Line => ({ who: who[seat]!.name, text: text(who[seat]!) });
  switch (event.type) {
    case "TurnBegan":
      return { who: null, text: w.began(event.turn) };
    case "ColumnTaken":
      return by(event.seat, (player) => w.took(player, listed(event.characters), title(event.story)));
    case "StoryClosed":
      return by(event.seat, (player) => w.closes(player, title(event.story)));
    case "ColumnDiscarded":
      return { who: null, text: w.discarded(listed(event.characters)) };
    case "DiscardReturned":
      return { who: null, text: w.returned };
    case "HandsRevealed":
      return { who: null, text: w.revealed };
    default:
      return null;
  }
}
