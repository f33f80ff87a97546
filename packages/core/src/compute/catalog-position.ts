import { invalidField } from "../kernel/domain-error.ts";
import { decodeCursor } from "../kernel/paging.ts";

/** The position in the catalog after which a page begins; before the first one without a cursor. */
export function decodePosition(cursor: string | undefined): number {
  const key = decodeCursor(cursor) ?? "0";
  if (!/^\d{1,9}$/.test(key)) throw invalidField("cursor", "must be a cursor from a Link header");
  return Number(key);
}
