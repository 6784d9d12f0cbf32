import type { Line, Who } from "../room";
import type { Event } from "./types.gen";
import { words } from "./words";

/** What one action told, in sentences. Turning cards is seen and not told: it would drown the rest. */
export function tell(told: readonly Event[], who: readonly Who[]): readonly Line[] {
  return told.flatMap((event) => sentence(event, who) ?? []);
}

function sentence(event: Event, who: readonly Who[]): Line | null {
  const w = words();
  switch (event.type) {
    case "RoundBegan":
      return { who: null, text: w.began(event.round) };
    case "CardPlaced":
      return { who: who[event.seat]!.name, text: w.placed(who[event.seat]!, event.pile + 1) };
    case "DiscardRecycled":
      return { who: who[event.seat]!.name, text: w.recycled(who[event.seat]!) };
    case "RoundEnded":
      return { who: null, text: event.reason === "out" ? w.out : w.stuck };
    default:
      return null;
  }
}
