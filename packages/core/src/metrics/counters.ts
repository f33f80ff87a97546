/**
 * SQL: after a longer gap, the resource was off or not measured, so a counter's increase cannot be assigned to a
 * minute.
 */
export const LONGEST_GAP = "interval '5 minutes'";

/** SQL: the increase of a counter since the last sample. A counter that is lower than before has restarted at 0. */
export function increaseOf(counter: string): string {
  return `CASE WHEN s.${counter} >= s.last_${counter} THEN s.${counter} - s.last_${counter} ELSE s.${counter} END`;
}

/** SQL: whether the increase since the last sample is known. */
export function isCounted(counters: readonly string[]): string {
  const known = counters.map((counter) => ` AND s.${counter} IS NOT NULL AND s.last_${counter} IS NOT NULL`).join("");
  return `s.seconds > 0 AND s.seconds <= extract(epoch FROM ${LONGEST_GAP})${known}`;
}

/** SQL: columns with the last values of counters, for a window `previous`. */
export function lastValues(counters: readonly string[]): string {
  return counters.map((counter) => `, lag(m.${counter}) OVER previous AS last_${counter}`).join("");
}
