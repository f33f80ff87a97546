// Tax on invoices, as who runs the installation sets it (docs/adr/0117).
import { OperatorTaxRate, Seller } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { requireVatNumber, setBillingDetailsIn } from "../billing/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { requireOrganization } from "./organizations.ts";

const TODAY = "(now() AT TIME ZONE 'UTC')::date";

const list = statement(
  "tax_rate_list",
  `SELECT r.rate_id, r.country, r.name, trim_scale(r.percent)::text AS percent, r.reverse_charge,
          r.valid_from::text, r.created_at,
          CASE WHEN r.valid_from > ${TODAY} THEN 'future'
               WHEN EXISTS (SELECT FROM tax_rate later
                             WHERE later.country = r.country AND later.valid_from > r.valid_from
                               AND later.valid_from <= ${TODAY}) THEN 'past'
               ELSE 'present' END AS time
     FROM tax_rate r WHERE $rate_id::text IS NULL OR r.rate_id = $rate_id
    ORDER BY r.country, r.valid_from`,
);

const create = statement(
  "tax_rate_create",
  `INSERT INTO tax_rate (rate_id, country, valid_from, name, percent, reverse_charge)
   VALUES ($rate_id, $country, $valid_from::text::date, $name, $percent::numeric, $reverse_charge)`,
);

const remove = statement("tax_rate_delete", "DELETE FROM tax_rate WHERE rate_id = $rate_id");

const seller = statement(
  "seller_read",
  `SELECT s.legal_name, coalesce(s.address_lines, '{}') AS address_lines, s.postal_code, s.city, s.country,
          s.vat_number, s.updated_at
     FROM (SELECT) AS one LEFT JOIN seller s ON true`,
);

const setSeller = statement(
  "seller_set",
  `INSERT INTO seller (legal_name, address_lines, postal_code, city, country, vat_number)
   VALUES ($legal_name, $address_lines::text[], $postal_code, $city, $country, $vat_number)
       ON CONFLICT (singleton) DO UPDATE
      SET legal_name = excluded.legal_name, address_lines = excluded.address_lines, postal_code = excluded.postal_code,
          city = excluded.city, country = excluded.country, vat_number = excluded.vat_number, updated_at = now()`,
);

const shownRate = wireForm(OperatorTaxRate.omit({ time: true }));
const shownSeller = wireForm(Seller);

function toRate({ time, ...row }: RowOf<typeof list>): OperatorTaxRate {
  return { ...shownRate(row), time: OperatorTaxRate.shape.time.parse(time) };
}

/** @throws DomainError 404 */
async function readRate(sql: Sql, rate_id: string): Promise<OperatorTaxRate> {
  const row = await sql.maybe(list, { rate_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such tax rate; check its id.");
  return toRate(row);
}

export const listTaxRates: Handler<"operatorTaxRate.list"> = async ({ sql }) =>
  (await sql.query(list, { rate_id: undefined })).map(toRate);

export const getTaxRate: Handler<"operatorTaxRate.get"> = ({ sql }, { rate_id }) => readRate(sql, rate_id);

/** The database refuses a day that has passed, and a second rate from one day on. */
export const createTaxRate: Handler<"operatorTaxRate.create"> = async ({ sql }, rate) => {
  const rate_id = newId("txr");
  await sql.query(create, { rate_id, ...rate });
  return readRate(sql, rate_id);
};

export const deleteTaxRate: Handler<"operatorTaxRate.delete"> = async ({ sql }, { rate_id }) => {
  const { time } = await readRate(sql, rate_id);
  if (time !== "future")
    throw conflict("conflict", "The rate has begun, so it stays; follow it by one that begins later.");
  await sql.query(remove, { rate_id });
  return { rate_id };
};

export const getSeller: Handler<"operatorSeller.get"> = async ({ sql }) => shownSeller(await sql.one(seller));

export const updateSeller: Handler<"operatorSeller.update"> = async ({ sql }, details) => {
  requireVatNumber(details);
  await sql.query(setSeller, { ...details, address_lines: [...details.address_lines] });
  return shownSeller(await sql.one(seller));
};

export const setOrganizationBillingDetails: Handler<"operatorOrganization.setBillingDetails"> = async (
  { sql },
  details,
) => {
  await requireOrganization(sql, details.organization_id);
  return setBillingDetailsIn(sql, details);
};
