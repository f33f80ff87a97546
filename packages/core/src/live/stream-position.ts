/** How long announced changes are kept. */
export const KEPT_MS = 3_600_000;
/** Positions are trusted a little shorter than that, so that none points to before what is kept. */
const TRUSTED_MS = KEPT_MS - 300_000;

/**
 * `1732204800000/795:800:797,799`: when a stream had read so far, and the database's snapshot of then (`pg_snapshot`).
 */
const FORMAT = /^(\d{1,15})\/(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/;

/** The id of a stream's event, from which it can be taken up again. */
export function formatPosition(snapshot: string, at = Date.now()): string {
  return `${at}/${snapshot}`;
}

/**
 * Reads the id of an event that a client has seen last.
 * @returns the database's snapshot; undefined when what has happened since is no longer known, or the id is none of
 * ours
 */
export function readPosition(id: string | undefined, now = Date.now()): string | undefined {
  const [, at, snapshot] = FORMAT.exec(id ?? "") ?? [];
  return snapshot !== undefined && isTrusted(Number(at), now) && isSnapshot(snapshot) ? snapshot : undefined;
}

/**
 * Whether the database takes it for a snapshot: the first transaction under way, the first that is none yet, and those
 * in between, ascending.
 */
function isSnapshot(text: string): boolean {
  const [from = 0n, end = 0n, ...running] = text.split(/[:,]/).filter(Boolean).map(BigInt);
  return from > 0n && from <= end && running.every((id, index) => id >= (running[index - 1] ?? from) && id < end);
}

/** Whether everything announced since a moment is still kept. */
export function isTrusted(at: number, now = Date.now()): boolean {
  return at <= now + TRUSTED_MS && now - at < TRUSTED_MS;
}
