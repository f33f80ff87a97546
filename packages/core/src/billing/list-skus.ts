import { Sku } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";

const list = statement(
  "sku_list",
  `SELECT sku_code, family, name, unit, trim_scale(hourly_price)::text AS hourly_price, currency FROM sku
    WHERE ($1::text IS NULL OR sku_code > $1) AND ($2::text IS NULL OR family = $2) ORDER BY sku_code LIMIT $3`,
);

/** The price list belongs to the installation: every workspace sees the same one. */
export const listSkus: Handler<"sku.list"> = async ({ sql }, { limit, cursor, family }) => {
  const rows = await sql.query(list, [decodeCursor(cursor, /^[a-z0-9.-]+$/) ?? null, family ?? null, limit + 1]);
  return toPage(
    rows,
    limit,
    (row) => row.sku_code,
    (row) => ({ ...row, family: Sku.shape.family.parse(row.family) }),
  );
};
