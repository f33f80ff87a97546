// The prices of price books, for operators (docs/adr/0113). Who calls these functions audits what they change.
import { AMOUNT, decimal } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { invalidField } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { foundPrice, refusing, VALID_FROM } from "./price-refusals.ts";

const Decimal = decimal(
  AMOUNT,
  "must be a decimal such as 0.0125, with at most 10 digits before the point and 8 after",
);

const NewPrice = z.strictObject({
  hourly_price: Decimal.nullable(),
  monthly_cap: Decimal.nullable(),
  free_quantity: Decimal.nullable(),
});

/** A price of a product in a book, from an hour on until the next one. */
export interface PriceChange {
  readonly book_id: string;
  readonly sku_code: string;
  /** A whole hour of the future; by default the next one, or since ever for the first standard price of a product. */
  readonly valid_from?: Date | undefined;
  /** Null ends the price of another book's own: the product costs the standard price, less the discount. */
  readonly hourly_price: string | null;
  /** The most that one unit of one resource costs in a calendar month (UTC). */
  readonly monthly_cap?: string | null | undefined;
  /** The units of an organization that are free in every hour; of transfer, in a calendar month (UTC). */
  readonly free_quantity?: string | null | undefined;
}

const list = statement(
  "price_list_all",
  `SELECT p.book_id, p.sku_code, s.name, s.unit, p.valid_from, trim_scale(p.hourly_price)::text AS hourly_price,
          trim_scale(p.monthly_cap)::text AS monthly_cap, trim_scale(p.free_quantity)::text AS free_quantity,
          CASE WHEN p.valid_from > now() THEN 'future'
               WHEN EXISTS (SELECT FROM price later
                             WHERE later.book_id = p.book_id AND later.sku_code = p.sku_code
                               AND later.valid_from > p.valid_from AND later.valid_from <= now()) THEN 'past'
               ELSE 'present' END AS time
     FROM price p LEFT JOIN sku s ON s.sku_code = p.sku_code
    WHERE p.book_id = $book_id AND ($sku_code::text IS NULL OR p.sku_code = $sku_code)
    ORDER BY p.sku_code COLLATE "C", p.valid_from`,
);

const missing = statement(
  "price_missing",
  `SELECT s.sku_code, s.name, s.unit FROM sku s
    WHERE NOT EXISTS (SELECT FROM price p WHERE p.book_id = $book_id AND p.sku_code = s.sku_code)
      AND NOT EXISTS (SELECT FROM plan WHERE plan.sku_code = s.sku_code AND plan.retired_at IS NOT NULL)
    ORDER BY s.family, s.sku_code`,
);

// The product is not sold yet, so no hour has another price.
const IS_FIRST = `b.book_id = 'standard'
          AND NOT EXISTS (SELECT FROM price p WHERE p.book_id = 'standard' AND p.sku_code = s.sku_code)`;

const set = statement(
  "price_set",
  `INSERT INTO price (book_id, sku_code, valid_from, hourly_price, monthly_cap, free_quantity)
   SELECT b.book_id, s.sku_code, CASE WHEN $valid_from::timestamptz IS NULL AND ${IS_FIRST} THEN 'epoch'
                                      ELSE ${VALID_FROM} END,
          $hourly_price::numeric, $monthly_cap::numeric, $free_quantity::numeric
     FROM price_book b, sku s WHERE b.book_id = $book_id AND s.sku_code = $sku_code
       ON CONFLICT (book_id, sku_code, valid_from) DO UPDATE
      SET hourly_price = excluded.hourly_price, monthly_cap = excluded.monthly_cap,
          free_quantity = excluded.free_quantity
   RETURNING valid_from`,
);

// A worker shows the prices that begin later.
const show = statement(
  "price_show",
  "UPDATE sku SET hourly_price = $hourly_price::numeric WHERE sku_code = $sku_code AND hourly_price IS NULL",
);

const remove = statement(
  "price_remove",
  `DELETE FROM price WHERE book_id = $book_id AND sku_code = $sku_code AND valid_from = $valid_from
   RETURNING valid_from`,
);

/** The prices of a book with their past and future, of all products or of one. `epoch` (1970) means since ever. */
export async function listPrices(
  { sql }: Pick<Database, "sql">,
  { book_id, sku_code }: { readonly book_id: string; readonly sku_code?: string | undefined },
) {
  return sql.query(list, { book_id, sku_code });
}

/** The products without a price in a book. Those of retired plans are left out. */
export async function listUnpriced({ sql }: { readonly sql: Sql }, book_id: string) {
  return sql.query(missing, { book_id });
}

/**
 * Sets a price that begins in the future. One that begins in the same hour is replaced. The first standard price of a
 * product holds since ever, unless it says from when.
 * @returns the hour from which it holds
 * @throws DomainError 400 that names the field, 404 without such a book or product
 */
export async function setPrice({ sql }: { readonly sql: Sql }, change: PriceChange): Promise<Date> {
  const { book_id, sku_code, valid_from } = change;
  const { hourly_price, monthly_cap = null, free_quantity = null } = change;
  const price = parseBy(NewPrice, { hourly_price, monthly_cap, free_quantity });
  if (price.monthly_cap !== null && sku_code.endsWith(".transfer"))
    throw invalidField("monthly_cap", "must not be set for transfer, which no resource has by the hour");
  const made = foundPrice(await refusing(sql.maybe(set, { book_id, sku_code, valid_from, ...price })));
  if (made.valid_from.getTime() === 0) await sql.query(show, { sku_code, hourly_price });
  return made.valid_from;
}

/** Takes back a price that has not begun. @throws DomainError 400 when it has begun, 404 */
export async function removePrice(
  { sql }: Pick<Database, "sql">,
  of: { readonly book_id: string; readonly sku_code: string; readonly valid_from: Date },
): Promise<void> {
  foundPrice(await refusing(sql.maybe(remove, of)));
}
