/** Puts what a field shows on the clipboard. Over plain http, browsers allow that only for what is selected. */
export async function copy(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
