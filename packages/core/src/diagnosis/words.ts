const MINUTE = 60;

/** Seconds as people say them: `0.2 s`, `14 s`, `3 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 2 * MINUTE) return `${whole} s`;
  return `${Math.floor(whole / MINUTE)} min ${whole % MINUTE} s`;
}

/** A moment in UTC, to the second. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
