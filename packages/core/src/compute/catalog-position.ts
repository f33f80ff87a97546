import { decodeCursor } from "../query/paging.ts";

/** The position in the catalog after which a page begins; before the first one without a cursor. */
export function decodePosition(cursor: string | undefined): number {
  return Number(decodeCursor(cursor, /^\d{1,9}$/) ?? "0");
}
