/** Whether a seat has the most of a colour, as PAR-R15 and PAR-R16 count it: with two players, by a lead of two. */
export function hasMost(counts: readonly number[], seat: number): boolean {
  const mine = counts[seat]!;
  const others = Math.max(...counts.filter((_, other) => other !== seat));
  return mine > 0 && (counts.length === 2 ? mine >= others + 2 : mine >= others);
}
