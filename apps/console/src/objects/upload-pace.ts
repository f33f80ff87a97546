/** Shorter intervals measure the browser's buffers instead of the connection. */
const SPAN_MS = 500;
/** The weight of the latest interval. */
const LATEST = 0.4;

/** Measures the speed of an upload from the bytes sent over time. It is smoothed so that the number is readable. */
export function newPace(now: number) {
  let [since, sentThen] = [now, 0];
  let pace: number | null = null;
  /** @returns bytes per second, or null until there is enough data */
  return (sent: number, at: number): number | null => {
    const elapsed = at - since;
    if (elapsed < SPAN_MS) return pace;
    const latest = ((sent - sentThen) * 1000) / elapsed;
    pace = pace === null ? latest : pace + (latest - pace) * LATEST;
    [since, sentThen] = [at, sent];
    return pace;
  };
}

/** "12 s left". Empty if unknown. */
export function formatTimeLeft(bytes: number, bytesPerSecond: number | null): string {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return "";
  const seconds = Math.ceil(bytes / bytesPerSecond);
  if (seconds < 60) return `${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`;
}
