// Price books for operators (docs/adr/0113). Who calls these functions audits what they change.
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { conflict } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { CURRENCY_COLUMN } from "./currency.ts";
import { foundPrice, refusing, VALID_FROM } from "./price-refusals.ts";

type HasSql = { readonly sql: Sql };

/** The book of every organization without another one. */
export const STANDARD_BOOK = "standard";

const Book = z.strictObject({
  book_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 small letters, digits and hyphens, such as partners"),
  name: z.string().trim().min(1).max(100),
});
const PercentOff = z
  .string()
  .regex(/^(100|\d{1,2}(\.\d{1,2})?)$/, "must be from 0 to 100, with at most 2 digits behind the point");

const list = statement(
  "price_book_list",
  `SELECT b.book_id, b.name, b.created_at, ${CURRENCY_COLUMN},
          (SELECT trim_scale(d.percent_off)::text FROM price_book_discount d
            WHERE d.book_id = b.book_id AND d.valid_from <= now() ORDER BY d.valid_from DESC LIMIT 1) AS percent_off,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('valid_from', d.valid_from, 'percent_off',
                    trim_scale(d.percent_off)::text) ORDER BY d.valid_from), '[]')
             FROM price_book_discount d WHERE d.book_id = b.book_id) AS discounts,
          (SELECT count(*) FROM price_book_assignment a
            WHERE a.book_id = b.book_id AND a.valid_from <= now() AND NOT EXISTS (
              SELECT FROM price_book_assignment later
               WHERE later.organization_id = a.organization_id AND later.valid_from > a.valid_from
                 AND later.valid_from <= now()))::int AS organizations
     FROM price_book b ORDER BY b.book_id`,
  { present: ["currency"] },
);

const create = statement("price_book_create", "INSERT INTO price_book (book_id, name) VALUES ($book_id, $name)");
const rename = statement(
  "price_book_rename",
  "UPDATE price_book SET name = $name WHERE book_id = $book_id RETURNING book_id",
);
const remove = statement("price_book_remove", "DELETE FROM price_book WHERE book_id = $book_id RETURNING book_id");

const discount = statement(
  "price_book_discount_set",
  `INSERT INTO price_book_discount (book_id, valid_from, percent_off)
   SELECT b.book_id, ${VALID_FROM}, $percent_off::numeric FROM price_book b WHERE b.book_id = $book_id
       ON CONFLICT (book_id, valid_from) DO UPDATE SET percent_off = excluded.percent_off
   RETURNING valid_from`,
);
const withdraw = statement(
  "price_book_discount_remove",
  "DELETE FROM price_book_discount WHERE book_id = $book_id AND valid_from = $valid_from RETURNING valid_from",
);

const assign = statement(
  "price_book_assign",
  `INSERT INTO price_book_assignment (organization_id, valid_from, book_id)
   SELECT o.organization_id, ${VALID_FROM}, b.book_id FROM organization o, price_book b
    WHERE o.organization_id = $organization_id AND b.book_id = $book_id
       ON CONFLICT (organization_id, valid_from) DO UPDATE SET book_id = excluded.book_id
   RETURNING valid_from`,
);
const unassign = statement(
  "price_book_unassign",
  `DELETE FROM price_book_assignment WHERE organization_id = $organization_id AND valid_from = $valid_from
   RETURNING valid_from`,
);
const assignments = statement(
  "price_book_assignments",
  `SELECT a.organization_id, o.name AS organization_name, a.book_id, a.valid_from
     FROM price_book_assignment a JOIN organization o USING (organization_id)
    WHERE ($organization_id::text IS NULL OR a.organization_id = $organization_id)
      AND ($book_id::text IS NULL OR a.book_id = $book_id)
    ORDER BY a.organization_id, a.valid_from`,
);

/** All books, with what they give off the standard prices: at present, and with past and future. */
export async function listPriceBooks({ sql }: HasSql) {
  return (await sql.query(list)).map((row) => ({ ...row, discounts: Discounts.parse(row.discounts) }));
}

const Discounts = z.array(z.strictObject({ valid_from: z.coerce.date(), percent_off: z.string() }));

/**
 * A book has no organizations and no prices at first, so its products cost what they do in the standard book.
 * @throws DomainError 400 that names the field, 409 for a name or an id that is taken
 */
export async function createPriceBook({ sql }: HasSql, book: { readonly book_id: string; readonly name: string }) {
  await refusing(sql.query(create, parseBy(Book, book)));
}

/** @throws DomainError 400 that names the field, 404, 409 for a name that is taken */
export async function renamePriceBook({ sql }: HasSql, book: { readonly book_id: string; readonly name: string }) {
  foundPrice(await refusing(sql.maybe(rename, parseBy(Book, book))));
}

/**
 * Removes a book with its prices.
 * @throws DomainError 404, 409 for a book that an organization has, had or will have: its hours may not be metered yet
 */
export async function removePriceBook({ sql }: HasSql, book_id: string) {
  if (book_id === STANDARD_BOOK) throw conflict("conflict", "The standard book is what the others refer to.");
  foundPrice(await refusing(sql.maybe(remove, { book_id })));
}

/**
 * Sets what a book gives off the standard price of products for which it has no price.
 * @param change.percent_off such as 20 or 12.5
 * @returns the hour from which it holds
 * @throws DomainError 400 that names the field, 404
 */
export async function setDiscount(
  { sql }: HasSql,
  change: { readonly book_id: string; readonly percent_off: string; readonly valid_from?: Date | undefined },
): Promise<Date> {
  const { percent_off } = parseBy(z.strictObject({ percent_off: PercentOff }), { percent_off: change.percent_off });
  return foundPrice(await refusing(sql.maybe(discount, { valid_from: undefined, ...change, percent_off }))).valid_from;
}

/** Takes back a discount that has not begun. @throws DomainError 400 when it has begun, 404 */
export async function removeDiscount({ sql }: HasSql, of: { readonly book_id: string; readonly valid_from: Date }) {
  foundPrice(await refusing(sql.maybe(withdraw, of)));
}

/**
 * Gives an organization the prices of a book. The standard book takes it back.
 * @returns the hour from which it holds
 * @throws DomainError 400 that names the field, 404
 */
export async function assignPriceBook(
  { sql }: HasSql,
  change: { readonly organization_id: string; readonly book_id: string; readonly valid_from?: Date | undefined },
): Promise<Date> {
  return foundPrice(await refusing(sql.maybe(assign, { valid_from: undefined, ...change }))).valid_from;
}

/** Takes back an assignment that has not begun. @throws DomainError 400 when it has begun, 404 */
export async function unassignPriceBook(
  { sql }: HasSql,
  of: { readonly organization_id: string; readonly valid_from: Date },
) {
  foundPrice(await refusing(sql.maybe(unassign, of)));
}

/** Which organization has which book from when, of all or of some. */
export async function listAssignments(
  { sql }: HasSql,
  of: { readonly organization_id?: string | undefined; readonly book_id?: string | undefined } = {},
) {
  return sql.query(assignments, { organization_id: of.organization_id, book_id: of.book_id });
}
