/** Long enough for the browser to begin, and short enough that the user does not leave the page meanwhile. */
const BEGINS_MS = 1_000;
let begun = Number.NEGATIVE_INFINITY;

/** Whether a download is about to begin. Browsers start it like a navigation. */
export function isDownloading(): boolean {
  return performance.now() - begun < BEGINS_MS;
}

/** Downloads an address that answers as an attachment, so that the page stays. */
export function download(url: string) {
  begun = performance.now();
  const link = document.createElement("a");
  link.href = url;
  link.rel = "noreferrer";
  link.click();
}
