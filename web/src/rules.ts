/** The rules of a game as its room has them: the same text for who plays and for who reads the code. */

import type { Language } from "./i18n/index.svelte";

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "items"; items: Block[][] }
  | { kind: "table"; rows: string[][] };

/** Part of a line. A remark, in brackets, says where the printed rules left something open. */
export interface Span {
  readonly mark: "number" | "remark" | "strong" | "em" | "plain";
  readonly text: string;
}

const TEXTS: Record<Language, Record<string, () => Promise<unknown>>> = {
  en: import.meta.glob("../../src/veillee/games/*/README.md", { query: "?raw", import: "default" }),
  fr: import.meta.glob("../../src/veillee/games/*/rules.fr.md", { query: "?raw", import: "default" }),
};
const FILES: Record<Language, string> = { en: "README.md", fr: "rules.fr.md" };

/** What the game is about, then its rules; not the examples as they are typed, nor the notes for developers. */
export async function rulesOf(game: string, language: Language): Promise<Block[] | null> {
  const text = await TEXTS[language][`../../src/veillee/games/${game}/${FILES[language]}`]?.();
  if (typeof text !== "string") return null;
  const [introduction, , rules] = text.split(/^## .*$/m);
  return parse([introduction!.replace(/^# .*$/m, ""), rules ?? ""].join("\n").split("\n"));
}

/** The little of Markdown that the rooms use: headings, paragraphs, lists whose items hold blocks, and tables. */
export function parse(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const taken = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at]!)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.trim() === "") at++;
    else if (line.startsWith("#")) {
      blocks.push({ kind: "heading", text: line.replace(/^#+ /, "") });
      at++;
    } else if (line.startsWith("- ")) {
      const last = blocks.at(-1);
      at++;
      const item = parse([line.slice(2), ...taken((other) => other.startsWith("  ") || other === "").map((other) => other.slice(2))]);
      if (last?.kind === "items") last.items.push(item);
      else blocks.push({ kind: "items", items: [item] });
    } else if (line.startsWith("|")) {
      const rows = taken((other) => other.startsWith("|")).map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
      blocks.push({ kind: "table", rows: rows.filter((cells) => !cells.every((cell) => /^-*$/.test(cell))) });
    } else {
      const text = taken((other) => other.trim() !== "" && !/^(#|- |\|)/.test(other)).map((other) => other.trim());
      blocks.push({ kind: "text", text: text.join(" ") });
    }
  }
  return blocks;
}

const NUMBER = /^[A-Z]+-R\d+$/;

/** What is set apart within a line. French marks stay on the line of their words, and apostrophes are round. */
export function spans(text: string): Span[] {
  return text
    .replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0")
    .replaceAll("`", "")
    .replaceAll("'", "’")
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*)/)
    .filter((part) => part !== "")
    .map((part): Span => {
      const words = part.replace(/^\*+|\*+$/g, "");
      if (part.startsWith("**")) return { mark: NUMBER.test(words) ? "number" : "strong", text: words };
      if (part.startsWith("*")) return { mark: words.startsWith("[") ? "remark" : "em", text: words };
      return { mark: "plain", text: part };
    });
}
