/** How long announced changes are kept. */
export const KEPT_MS = 3_600_000;
/** Positions expire a little earlier, so that none refers to changes that are already deleted. */
const TRUSTED_MS = KEPT_MS - 300_000;

/**
 * `1732204800000/795:800:797,799`: the time of the position, and the database's snapshot (`pg_snapshot`) at that time.
 */
const FORMAT = /^(\d{1,15})\/(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** Formats the id of an event, from which a stream can resume. */
export function formatPosition(snapshot: string, at = Date.now()): string {
  return `${at}/${snapshot}`;
}

/**
 * Reads the id of the last event that a client received.
 * @returns the database's snapshot; undefined when the id is invalid or later changes are no longer kept
 */
export function readPosition(id: string | undefined, now = Date.now()): string | undefined {
  const [, at, snapshot] = FORMAT.exec(id ?? "") ?? [];
  return snapshot !== undefined && isTrusted(Number(at), now) && isSnapshot(snapshot) ? snapshot : undefined;
}

/**
 * Whether the text is a valid `pg_snapshot`: the first running transaction, the first one not yet begun, and the
 * running ones between them in ascending order.
 */
function isSnapshot(text: string): boolean {
  const [from = 0n, end = 0n, ...running] = text.split(/[:,]/).filter(Boolean).map(BigInt);
  return from > 0n && from <= end && running.every((id, index) => id >= (running[index - 1] ?? from) && id < end);
}

/** Whether all changes since a moment are still kept. */
export function isTrusted(at: number, now = Date.now()): boolean {
  return at <= now + TRUSTED_MS && now - at < TRUSTED_MS;
}
