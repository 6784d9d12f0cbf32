import { expect, test } from "vitest";

import nimble from "../tables/nimble/fr";
import oz from "../tables/oz/fr";
import parade from "../tables/parade/fr";
import teatime from "../tables/teatime/fr";
import page from "./fr";

/** Stands for whatever a sentence may be asked to speak of: a number, a name, a list, somebody. */
const ANYTHING = Object.assign(["x", "y", "z"], { you: false, name: "N" });

function sentences(words: unknown): string[] {
  if (typeof words === "string") return [words];
  if (typeof words === "function") return sentences(words(ANYTHING, ANYTHING, ANYTHING, ANYTHING));
  return Object.values(words as object).flatMap(sentences);
}

test("no line of French begins with a mark that belongs to the word before", () => {
  const said = sentences([page, nimble, oz, parade, teatime]);
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((sentence) => /[ \u202f][:;!?»]|« /.test(sentence))).toEqual([]);
});
