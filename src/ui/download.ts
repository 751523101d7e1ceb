/** Hands a text to the browser as a file to save. Nothing leaves the page. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  // Some browsers read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
