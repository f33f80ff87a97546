/** Long enough for the browser to begin, short enough that nobody leaves in it. */
const BEGINS_MS = 1_000;
let begun = Number.NEGATIVE_INFINITY;

/** Whether the browser is about to save a file, which it begins like the way to another page. */
export function isDownloading(): boolean {
  return performance.now() - begun < BEGINS_MS;
}

/** Has the browser save what is at an address that answers as an attachment: the page stays. */
export function download(url: string) {
  begun = performance.now();
  const link = document.createElement("a");
  link.href = url;
  link.rel = "noreferrer";
  link.click();
}
