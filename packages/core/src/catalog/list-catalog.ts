import { Site } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { hasCards, hasRoom, RUNS_AT_SITE, sitesOfPlan } from "../site/index.ts";

/** SQL of the family of a plan `p`. Plans of before have none. */
export const PLAN_FAMILY = "coalesce(p.family, CASE WHEN p.type = 'gpu' THEN 'gpu' ELSE 'shared' END)";

/** SQL: whether the plan `p` is sold to an organization. */
export function soldTo(organization = "$organization_id"): string {
  return `(p.organization_ids IS NULL OR ${organization} = ANY (p.organization_ids))`;
}

const HOURS_PER_MONTH = 730;

const sites = statement(
  "site_list",
  `SELECT site_id, name, location, EXISTS (SELECT FROM site_host h
             WHERE h.site_id = site.site_id AND h.dedicated_organization_id = $organization_id) AS has_dedicated_hosts,
          ${RUNS_AT_SITE},
          position FROM site
    WHERE position > $position AND removed_at IS NULL AND closed_at IS NULL ORDER BY position LIMIT $limit`,
);

/** SQL: whether the organization of the caller can have VMs on a host `h`. */
const HOSTS_OF_CALLER = "coalesce(h.dedicated_organization_id, $organization_id) = $organization_id";

const plans = statement(
  "plan_list",
  `SELECT p.plan_id, p.name, p.type::text, ${PLAN_FAMILY} AS family, p.sku_code, p.cpu, p.ram_mb, p.disk_gb, p.gpu_model, p.gpu_count,
          trim_scale(price.hourly_price)::text AS hourly_price,
          trim_scale(least(price.hourly_price * ${HOURS_PER_MONTH}, price.monthly_cap))::text AS monthly_price, s.currency,
          ${sitesOfPlan("p", true)} AS site_ids, price.hourly_price IS NOT NULL AND EXISTS (
            SELECT FROM site
             WHERE site.site_id = ANY (p.site_ids) AND ($site_id::text IS NULL OR site.site_id = $site_id)
               AND site.removed_at IS NULL AND site.closed_at IS NULL AND ${hasCards("site.site_id", "p")}
               AND ${hasRoom("site", "p", "NULL", HOSTS_OF_CALLER)}) AS available, p.position
     FROM plan p LEFT JOIN sku s ON s.sku_code = p.sku_code
     LEFT JOIN LATERAL price_of($organization_id, p.sku_code, now()) AS price ON true
    WHERE p.position > $position AND p.retired_at IS NULL AND ${soldTo()} AND ($type::vm_type IS NULL OR p.type = $type::vm_type)
      AND ($site_id::text IS NULL OR $site_id = ANY (p.site_ids) AND ${hasCards("$site_id", "p")})
    ORDER BY p.position LIMIT $limit`,
);

/**
 * The sites where something can be created, in the catalog's order. A VM's default is the first site that has
 * what it needs.
 */
export const listSites: Handler<"site.list"> = async (context, { limit, cursor }) => {
  const rows = await context.sql.query(sites, {
    organization_id: context.workspace.organizationId,
    position: decodePosition(cursor),
    limit: limit + 1,
  });
  return pageOf(
    rows.map(({ firmware, ...row }) => ({ ...row, firmware: Site.shape.firmware.parse(firmware) })),
    limit,
  );
};

/** Plans are in the catalog's order, with prices from the price list. */
export const listPlans: Handler<"plan.list"> = async (context, { limit, cursor, type, site_id }) =>
  pageOf(
    await context.sql.query(plans, {
      organization_id: context.workspace.organizationId,
      position: decodePosition(cursor),
      limit: limit + 1,
      type,
      site_id,
    }),
    limit,
  );

/** The position after which a page begins: without a cursor, before the first item. */
function decodePosition(cursor: string | undefined): number {
  return Number(decodeCursor(cursor, /^\d{1,9}$/) ?? "0");
}

function pageOf<Row extends { readonly position: number }>(rows: readonly Row[], limit: number) {
  return toPage(
    rows,
    limit,
    (row) => String(row.position),
    ({ position, ...item }) => item,
  );
}
