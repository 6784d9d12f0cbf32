/** The language of the page. Every dictionary has the type of its English one, so a missing word does not compile. */

import { keep, kept } from "../kept";
import en from "./en";
import fr from "./fr";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

function preferred(): Language {
  const asked = [kept("language"), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return asked.find((tag): tag is Language => tag === "en" || tag === "fr") ?? "en";
}

class Speech {
  language = $state<Language>(preferred());

  speak(language: Language): void {
    this.language = language;
    keep("language", language);
  }

  /** The dictionary of the language that is spoken. */
  of<Words>(both: Record<Language, Words>): Words {
    return both[this.language];
  }

  get words(): typeof en {
    return this.of({ en, fr });
  }

  problem(code: string): string {
    const problems: Record<string, string> = this.words.problems;
    return problems[code] ?? this.words.problems.unexpected;
  }
}

export const speech = new Speech();
