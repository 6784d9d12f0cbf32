/** What this browser remembers. A browser that forgets, or may not remember, still plays. */

import type { Kept } from "./fair";

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`veillee.${key}`, value);
  } catch {
    // Storage is full or forbidden: what was to be kept lasts as long as the page.
  }
}

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`veillee.${key}`);
  } catch {
    return null;
  }
}

export function keepDeal(table: string, deal: Kept): void {
  keep(`deal.${table}`, JSON.stringify(deal));
}

export function keptDeal(table: string): Kept | null {
  const text = kept(`deal.${table}`);
  return text === null ? null : (JSON.parse(text) as Kept);
}
