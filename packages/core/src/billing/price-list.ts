import { Sku } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { CURRENCY } from "./currency.ts";
import { PRODUCTS } from "./products.ts";
import { SOLD } from "./quote.ts";

// Names and prices that are there are an operator's.
const seed = statement(
  "product_seed",
  `INSERT INTO sku (sku_code, family, name, unit, currency)
   SELECT s.sku_code, s.family, s.name, s.unit, ${CURRENCY}
     FROM jsonb_populate_recordset(NULL::sku, $products::jsonb) AS s
       ON CONFLICT (sku_code) DO UPDATE SET family = excluded.family, unit = excluded.unit`,
);

const list = statement(
  "sku_list",
  `SELECT s.sku_code, s.family, s.name, s.unit, trim_scale(p.hourly_price)::text AS hourly_price,
          trim_scale(p.monthly_cap)::text AS monthly_cap, trim_scale(p.free_quantity)::text AS free_quantity, s.currency
     FROM sku s CROSS JOIN LATERAL price_of($organization_id, s.sku_code, now()) AS p
    WHERE s.sku_code > $sku_code AND ($family::text IS NULL OR s.family = $family)
      AND ${SOLD}
    ORDER BY s.sku_code LIMIT $limit`,
  // A product has a price of the standard book.
  { present: ["hourly_price"] },
);

/** Adds the products of this version. A new one has no price, so it is not sold. */
export async function seedProducts({ sql }: { readonly sql: Sql }): Promise<void> {
  const products = Object.entries(PRODUCTS).map(([sku_code, { family, name, unit }]) => ({
    ...{ sku_code, family, name, unit },
  }));
  await sql.query(seed, { products: JSON.stringify(products) });
}

/** The products of the installation that have a price, at the prices of the caller's organization. */
export const listSkus: Handler<"sku.list"> = async ({ sql, workspace }, { limit, cursor, family }) => {
  const rows = await sql.query(list, {
    organization_id: workspace.organizationId,
    sku_code: decodeCursor(cursor, /^[a-z0-9.-]+$/) ?? "",
    family,
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.sku_code,
    (row) => ({ ...row, family: Sku.shape.family.parse(row.family) }),
  );
};
