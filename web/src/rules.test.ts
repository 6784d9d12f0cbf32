import { expect, test } from "vitest";

import { parse, rulesOf, spans } from "./rules";

test("an item holds what is indented under it, and the next item begins anew", () => {
  const lines = ["### Cards", "", "- **A-R1** One", "  two.", "", "  | a | b |", "  |---|---|", "  | 1 | 2 |", "- **A-R2** Three."];
  expect(parse(lines)).toEqual([
    { kind: "heading", text: "Cards" },
    {
      kind: "items",
      items: [
        [{ kind: "text", text: "**A-R1** One two." }, { kind: "table", rows: [["a", "b"], ["1", "2"]] }],
        [{ kind: "text", text: "**A-R2** Three." }],
      ],
    },
  ]);
});

test("numbers and remarks are set apart, and marks of code are left out", () => {
  expect(spans("**A-R1** Take `one` *card*. *[settled]*")).toEqual([
    { mark: "number", text: "A-R1" },
    { mark: "plain", text: " Take one " },
    { mark: "em", text: "card" },
    { mark: "plain", text: ". " },
    { mark: "remark", text: "[settled]" },
  ]);
});

test.each(["nimble", "oz", "parade", "teatime"])("%s has the same rules in both languages", async (game) => {
  const [english, french] = await Promise.all([rulesOf(game, "en"), rulesOf(game, "fr")]);
  const numbers = (blocks: unknown) => JSON.stringify(blocks).match(/\*\*[A-Z]+-R\d+\*\*/g);
  expect(numbers(english)!.length).toBeGreaterThan(10);
  expect(numbers(french)).toEqual(numbers(english));
});

test("a game without a text has no rules to show", async () => {
  expect(await rulesOf("chess", "en")).toBeNull();
});
