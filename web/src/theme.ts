/** Fire or paper: what the system prefers, until a player says otherwise. */

import { keep, kept } from "./kept";

export function applyTheme(): void {
  const theme = kept("theme");
  if (theme) document.documentElement.dataset.theme = theme;
}

export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "fire" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "paper" : "fire";
  keep("theme", dataset.theme);
}
