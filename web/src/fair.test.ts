import { describe, expect, test } from "vitest";

import { commitment, Draw, judge, type Kept, nonceCommitment } from "./fair";
import { toHex } from "./ids";
import { redeal } from "./tables/parade/deal";

// The vectors of docs/fair-deals.md.
const SECRET = Uint8Array.from({ length: 64 }, (_, byte) => byte);
const NONCES = [new Uint8Array(32).fill(0xaa), new Uint8Array(), new Uint8Array(32).fill(0xbb)];

describe("the vectors of the specification", () => {
  test("the commitment", () => {
    expect(commitment("table-1", SECRET)).toBe("ce91cc14f9d0fb7f1b794c6b1123028036095866b47e5f3e0239ff24aed4d557");
  });

  test("the commitments to nonces", () => {
    const first = "d7cb271cf79748ca30b32f2dd01cd97e53768e0a9b1910dbb31081bcc00a6a27";
    const last = "570817dd1535ad47cfdb1469bb6cf96fcf6eb63c4c8687142bb095021cf8497e";
    expect(nonceCommitment("table-1", 0, NONCES[0]!)).toBe(first);
    expect(nonceCommitment("table-1", 2, NONCES[2]!)).toBe(last);
  });

  test("indexes", () => {
    const draw = new Draw(SECRET, NONCES, 0);
    expect([3, 66, 65, 64].map((n) => draw.below(n))).toEqual([1, 28, 8, 55]);
  });

  test("a shuffle", () => {
    expect(new Draw(SECRET, NONCES, 0).shuffled([..."ABCDEFGHIJ"]).join("")).toBe("IJAGFDHCEB");
  });

  test("a deal of Parade", () => {
    const dealt = redeal({ config: { seats: 3 }, actions: [], outcome: null }, 0, new Draw(SECRET, NONCES, 0));
    expect(dealt?.first).toBe(1);
    expect((dealt?.deck as string[]).slice(0, 8)).toEqual(
      ["violet-7", "orange-5", "orange-9", "grey-7", "blue-2", "grey-5", "blue-3", "grey-4"],
    );
  });

  test("words beyond the first block of the stream", () => {
    const draw = new Draw(SECRET, NONCES, 0);
    const far = Array.from({ length: 600 }, () => draw.below(WORD)).slice(255, 258);
    const again = new Draw(SECRET, NONCES, 0);
    for (let skipped = 0; skipped < 255; skipped++) again.below(WORD);
    expect([again.below(WORD), again.below(WORD), again.below(WORD)]).toEqual(far);
    expect(new Set(far).size).toBeGreaterThan(1);
  });
});

const WORD = 65536;

describe("the judgement of a record", () => {
  const kept: Kept = { commitment: commitment("table-1", SECRET), seat: 0, nonce: toHex(NONCES[0]!) };
  const dealt = redeal({ config: { seats: 3 }, actions: [], outcome: null }, 0, new Draw(SECRET, NONCES, 0))!;
  const header = {
    type: "Header",
    table: "table-1",
    config: { seats: 3 },
    commitment: kept.commitment,
    nonce_commitments: [nonceCommitment("table-1", 0, NONCES[0]!), null, nonceCommitment("table-1", 2, NONCES[2]!)],
  };
  const deal = { type: "Step", seat: -1, action: { type: "Deal", ...dealt } };
  const closing = { type: "Closing", secret: toHex(SECRET), nonces: [kept.nonce, null, toHex(NONCES[2]!)], outcome: null };

  function judged(changed: { header?: object; deal?: object; closing?: object }, mine: Kept | null = kept): string {
    const lines = [{ ...header, ...changed.header }, { ...deal, ...changed.deal }, { ...closing, ...changed.closing }];
    return judge(lines.map((line) => JSON.stringify(line)).join("\n"), mine, redeal);
  }

  test("fair: all follows, with what this client kept", () => expect(judged({})).toBe("fair"));

  test("fair, for one who only watched", () => expect(judged({}, null)).toBe("fair-unseen"));

  test("another deck is not fair", () => {
    const deck = (dealt.deck as string[]).toReversed();
    expect(judged({ deal: { action: { ...deal.action, deck } } })).toBe("unfair");
  });

  test("another first player is not fair", () => {
    expect(judged({ deal: { action: { ...deal.action, first: 2 } } })).toBe("unfair");
  });

  test("another secret than the one that was sealed is not fair", () => {
    expect(judged({ closing: { secret: toHex(SECRET.toReversed()) } })).toBe("unfair");
  });

  test("another seal than the one that this client saw is not fair", () => {
    expect(judged({}, { ...kept, commitment: commitment("table-1", SECRET.toReversed()) })).toBe("unfair");
  });

  test("a nonce that this client did not give is not fair", () => {
    expect(judged({}, { ...kept, nonce: toHex(NONCES[2]!) })).toBe("unfair");
  });

  test("a part that came too late is said to be missing", () => {
    const nonces = [new Uint8Array(), new Uint8Array(), NONCES[2]!];
    const without = redeal({ config: { seats: 3 }, actions: [], outcome: null }, 0, new Draw(SECRET, nonces, 0))!;
    const late = { deal: { action: { type: "Deal", ...without } }, closing: { nonces: [null, null, toHex(NONCES[2]!)] } };
    expect(judged(late)).toBe("fair-late");
  });

  test("a record without openings cannot be judged", () => expect(judged({ closing: { secret: null } })).toBe("unchecked"));
});
