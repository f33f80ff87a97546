import { invalidField } from "../request/domain-error.ts";

/** The position of an event in the trail: its time in microseconds since 1970, then its id. */
export interface AuditPosition {
  readonly micros: bigint;
  readonly id: string;
}

/** A position after every event: the latest time that a `Date` can represent. */
export const LAST: AuditPosition = { micros: 8_640_000_000_000_000_000n, id: "" };

/** The format of a position in a cursor. */
export const POSITION = /^(\d{1,16})\.([0-9a-z_]{1,64})$/;

/** The position before all events of this moment and after all earlier ones. */
export function before(micros: bigint): AuditPosition {
  return { micros, id: "" };
}

/** The earlier of two positions comes later in a list that is newest first. */
export function earlier(one: AuditPosition, other: AuditPosition): AuditPosition {
  if (one.micros !== other.micros) return one.micros < other.micros ? one : other;
  return one.id < other.id ? one : other;
}

/** A timestamp of a request in microseconds since 1970. */
export function microsOf(moment: string): bigint {
  return BigInt(Date.parse(moment)) * 1000n;
}

export function toCursor({ micros, id }: AuditPosition): string {
  return `${micros}.${id}`;
}

/** @throws DomainError 400 */
export function fromCursor(text: string): AuditPosition {
  const [, micros, id] = POSITION.exec(text) ?? [];
  if (micros === undefined || id === undefined) throw invalidField("cursor", "must be a cursor from a Link header");
  return { micros: BigInt(micros), id };
}
