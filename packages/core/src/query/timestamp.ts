/** A timestamp in the wire format: ISO 8601, UTC, milliseconds. */
export function toTimestamp(date: Date): string;
export function toTimestamp(date: Date | null): string | null;
export function toTimestamp(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
