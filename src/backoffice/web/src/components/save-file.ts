/** A browser may ask its user first where to put it. */
const LONG_ENOUGH_MS = 60_000;

/** Hands a file made by the page to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), LONG_ENOUGH_MS);
}
