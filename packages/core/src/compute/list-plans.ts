import { statement } from "@fulmar/prisma";
import { toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { hasRoom } from "../site/index.ts";
import { decodePosition } from "./catalog-position.ts";

const HOURS_PER_MONTH = 730;

const list = statement(
  "plan_list",
  `SELECT p.plan_id, p.name, p.type::text, p.sku_code, p.cpu, p.ram_mb, p.disk_gb, p.gpu_model, p.gpu_count,
          trim_scale(s.hourly_price)::text AS hourly_price, trim_scale(s.hourly_price * ${HOURS_PER_MONTH})::text AS monthly_price, s.currency,
          p.site_ids, s.sku_code IS NOT NULL AND EXISTS (
            SELECT FROM site WHERE site.site_id = ANY (p.site_ids) AND ($4::text IS NULL OR site.site_id = $4) AND site.removed_at IS NULL AND ${hasRoom("site", "p")}) AS available, p.position
     FROM plan p LEFT JOIN sku s ON s.sku_code = p.sku_code
    WHERE p.position > $1 AND ($3::vm_type IS NULL OR p.type = $3::vm_type) AND ($4::text IS NULL OR $4 = ANY (p.site_ids))
    ORDER BY p.position LIMIT $2`,
);

/** In the catalog's order, with the prices of the price list. */
export const listPlans: Handler<"plan.list"> = async (context, { limit, cursor, type, site_id }) => {
  const rows = await context.sql.query(list, [decodePosition(cursor), limit + 1, type ?? null, site_id ?? null]);
  return toPage(
    rows,
    limit,
    (row) => String(row.position),
    ({ position, ...plan }) => plan,
  );
};
