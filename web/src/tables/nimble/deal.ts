import type { Draw, Redeal } from "../../fair";
import { COLOURS } from "./cards";
import type { Outcome } from "./types.gen";

/** Who starts the fewest piles, where there is a choice; then each pack, in seat order. */
export const redeal: Redeal = ({ config, outcome }, k, draw) => {
  const seats = config.seats as number;
  const starts = allowedStarts(seats, outcome as unknown as Outcome | null, k);
  if (!starts) return null;
  return { starts: chosen(starts, draw), packs: Array.from({ length: seats }, (_, seat) => draw.shuffled(pack(seat))) };
};

function chosen(starts: number[][], draw: Draw): number[] {
  return starts[starts.length > 1 ? draw.below(starts.length) : 0]!;
}

/** NIM-R3: three start one pile each; of two or four players one starts fewer. NIM-R17: later a Pinocchio does. */
function allowedStarts(seats: number, outcome: Outcome | null, round: number): number[][] | null {
  if (seats === 3) return [[1, 1, 1]];
  const [most, least] = seats === 2 ? [2, 1] : [1, 0];
  const everybody = Array.from({ length: seats }, (_, seat) => seat);
  const last = outcome?.sheet.rounds[round - 1]?.seats;
  if (round > 0 && !last) return null; // abandoned: the rounds before are not in the record
  const left = last?.map((seat) => seat.left) ?? [];
  const fewest = last ? everybody.filter((seat) => left[seat] === Math.max(...left)) : everybody;
  return fewest.map((who) => everybody.map((seat) => (seat === who ? least : most)));
}

function pack(seat: number): string[] {
  return COLOURS.flatMap((outer) => COLOURS.filter((inner) => inner !== outer).map((inner) => `${seat}:${outer}/${inner}`));
}
