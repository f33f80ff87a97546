import type { Page } from "@fulmar/contract";
import { invalidField } from "../request/domain-error.ts";
import { type IdentifierPrefix, newerThanAny } from "../request/identifiers.ts";

/**
 * The sort key of the last row of the previous page, or undefined at the beginning.
 * @param shape of the list's sort keys: the prefix of its ids, or a pattern
 * @throws DomainError 400 if the cursor is not a position in this list
 */
export function decodeCursor(cursor: string | undefined, shape: IdentifierPrefix | RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const key = Buffer.from(cursor, "base64url").toString("utf8");
  const pattern = typeof shape === "string" ? new RegExp(`^${shape}_[0-9a-z_]+$`) : shape;
  if (!pattern.test(key) || key.includes("\0") || encodeCursor(key) !== cursor)
    throw invalidField("cursor", "must be a cursor from a Link header");
  return key;
}

/** Greater than every number of a row, as the start of a list that is newest first by numbers. */
export const ABOVE_ALL = 2n ** 63n - 1n;

/**
 * The id below which a page of a list begins that is newest first: that of the last row of the previous page, or one above
 * all ids. There is always one, because a condition `$after IS NULL OR id < $after` is no condition of an index where the
 * server takes one plan for all values.
 * @throws DomainError 400 as `decodeCursor`
 */
export const olderThan = (cursor: string | undefined, prefix: IdentifierPrefix): string =>
  decodeCursor(cursor, prefix) ?? newerThanAny(prefix);

/**
 * Makes a page of rows that were selected with `limit + 1`. The extra row shows that there is a next page.
 * @param keyOf the sort key of a row, as in the query's ORDER BY and condition
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null,
  };
}

function encodeCursor(key: string): string {
  return Buffer.from(key, "utf8").toString("base64url");
}
