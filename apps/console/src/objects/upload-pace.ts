/** Shorter spans tell more of the browser's buffers than of the connection. */
const SPAN_MS = 500;
/** How much the latest span counts against those before it. */
const LATEST = 0.4;

/** Tells how fast an upload goes, from how much was sent when: smoothed, so that the number can be read. */
export function newPace(now: number) {
  let [since, sentThen] = [now, 0];
  let pace: number | null = null;
  /** @returns bytes per second; null until there is enough to tell */
  return (sent: number, at: number): number | null => {
    const elapsed = at - since;
    if (elapsed < SPAN_MS) return pace;
    const latest = ((sent - sentThen) * 1000) / elapsed;
    pace = pace === null ? latest : pace + (latest - pace) * LATEST;
    [since, sentThen] = [at, sent];
    return pace;
  };
}

/** "12 s left"; empty where it cannot be told. */
export function timeLeftInWords(bytes: number, bytesPerSecond: number | null): string {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return "";
  const seconds = Math.ceil(bytes / bytesPerSecond);
  if (seconds < 60) return `${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`;
}
