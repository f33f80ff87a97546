// What the installation has of the catalog, as its imports compare it and its export writes it (docs/adr/0116).
import { type Sql, statement } from "@fulmar/prisma";
import { PLAN_FAMILY } from "./list-catalog.ts";

// A price that is to begin counts: it is what the product will cost.
const readProducts = statement(
  "catalog_products",
  `SELECT s.sku_code, trim_scale(p.hourly_price)::text AS hourly_price, trim_scale(p.monthly_cap)::text AS monthly_cap,
          trim_scale(p.free_quantity)::text AS free_quantity
     FROM sku s
     LEFT JOIN LATERAL (
       SELECT * FROM price WHERE book_id = 'standard' AND price.sku_code = s.sku_code
          AND valid_from <= date_trunc('hour', now(), 'UTC') + interval '1 hour'
        ORDER BY valid_from DESC LIMIT 1) AS p ON true
    ORDER BY s.family, s.sku_code`,
);

const readPlans = statement(
  "catalog_plans",
  `SELECT p.plan_id, p.name, ${PLAN_FAMILY} AS family, p.sku_code, p.cpu, p.ram_mb, p.disk_gb, p.gpu_model, p.gpu_count,
          p.site_ids, p.organization_ids, p.retired_at IS NOT NULL AS retired
     FROM plan p ORDER BY p.position, p.plan_id`,
);

// The image of adopted machines is no offer: it has position 0.
const readImages = statement(
  "catalog_images",
  `SELECT template_id, name, os_type, os_distro, version, min_disk_gb, retired_at IS NOT NULL AS retired
     FROM image WHERE position > 0 ORDER BY position, template_id`,
);

const readSites = statement(
  "catalog_sites",
  "SELECT site_id, name, provider FROM site WHERE removed_at IS NULL AND closed_at IS NULL ORDER BY position, site_id",
);

export type Installed = Awaited<ReturnType<typeof readInstalled>>;

/** What the installation has of what a catalog as a file has. */
export async function readInstalled(sql: Sql) {
  const [products, plans, images, sites] = [
    await sql.query(readProducts),
    await sql.query(readPlans),
    await sql.query(readImages),
    await sql.query(readSites),
  ];
  return {
    products: new Map(products.map((row) => [row.sku_code, row])),
    plans: new Map(plans.map((row) => [row.plan_id, row])),
    images: new Map(images.map((row) => [row.template_id, row])),
    sites,
  };
}

export interface Price {
  readonly hourly_price: string | null;
  readonly monthly_cap: string | null;
  readonly free_quantity: string | null;
}

export const priceOf = ({ hourly_price, monthly_cap, free_quantity }: Price) => ({
  hourly_price,
  monthly_cap,
  free_quantity,
});
