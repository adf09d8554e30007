/** Hands a file made by the page to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After the click the browser holds the content by itself.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
