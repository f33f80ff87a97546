import { invalidField } from "../request/domain-error.ts";

/** Where an event stands in the trail: its moment, in microseconds since 1970, and among those of one moment its id. */
export interface AuditPosition {
  readonly micros: bigint;
  readonly id: string;
}

/** Above every event: the latest moment that a date can say. */
export const LAST: AuditPosition = { micros: 8_640_000_000_000_000_000n, id: "" };

/** How a cursor says a position. */
export const POSITION = /^(\d{1,16})\.([0-9a-z_]{1,64})$/;

/** Below this are all events before a moment, and none of that moment. */
export function before(micros: bigint): AuditPosition {
  return { micros, id: "" };
}

/** Which of two positions comes later in a list that is newest first. */
export function earlier(one: AuditPosition, other: AuditPosition): AuditPosition {
  if (one.micros !== other.micros) return one.micros < other.micros ? one : other;
  return one.id < other.id ? one : other;
}

/** A moment that a caller named, in microseconds since 1970. */
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
