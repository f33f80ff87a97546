import { Sku } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { SOLD } from "./quote.ts";

/** The parts of a plan that determine its price. */
interface PricedPlan {
  readonly sku_code: string;
  readonly name: string;
  readonly cpu: number;
  readonly ram_mb: number;
  readonly disk_gb: number;
  readonly gpu_model: string | null;
  readonly gpu_count: number;
}

/** The one currency of an installation. Wallets and prices are compared without conversion. */
export const CURRENCY = "USD";

/** The prices of a plan's parts, in millionths of a dollar per hour. A plan costs the sum of its parts. */
const PART_PRICES = { cpu: 4_000, ramGb: 2_000, diskGb: 50 } as const;
const GPU_PRICES: Readonly<Record<string, number>> = {
  "NVIDIA L4": 700_000,
  "NVIDIA L40S": 1_200_000,
  "NVIDIA H100": 2_900_000,
};

/** A product as it is first sold: without cap and free amount. */
type Product = Omit<Sku, "monthly_cap" | "free_quantity">;

function planSku(plan: PricedPlan): Product {
  const gpuPrice = plan.gpu_model === null ? 0 : GPU_PRICES[plan.gpu_model];
  if (gpuPrice === undefined) throw new Error(`the price list has no GPU ${plan.gpu_model}`);
  const millionths =
    plan.cpu * PART_PRICES.cpu +
    (plan.ram_mb / 1024) * PART_PRICES.ramGb +
    plan.disk_gb * PART_PRICES.diskGb +
    plan.gpu_count * gpuPrice;
  return sku(plan.sku_code, "compute", plan.name, "instance", (millionths / 1_000_000).toFixed(6));
}

function sku(sku_code: string, family: Sku["family"], name: string, unit: string, hourly_price: string): Product {
  return { sku_code, family, name, unit, hourly_price, currency: CURRENCY };
}

/** The products of this version besides plans, with initial prices that an operator can change. */
const products: readonly Product[] = [
  sku("disk.root", "compute", "Root disk beyond the plan's", "gigabyte", "0.00012"),
  sku("backup.policy", "compute", "VM backups", "policy", "0.004"),
  sku("backup.storage", "compute", "Stored backups", "gigabyte", "0.00004"),
  sku("snapshot.storage", "block-storage", "Stored snapshots", "gigabyte", "0.00006"),
  sku("volume.ssd", "block-storage", "SSD volume", "gigabyte", "0.00012"),
  sku("volume.nvme", "block-storage", "NVMe volume", "gigabyte", "0.0002"),
  sku("volume.hdd", "block-storage", "HDD volume", "gigabyte", "0.00005"),
  sku("ip.reserved", "networking", "Reserved IP", "address", "0.005"),
  sku("nat.gateway", "networking", "NAT gateway", "gateway", "0.03"),
  sku("load-balancer", "load-balancing", "Load balancer", "balancer", "0.015"),
  sku("bucket.standard", "object-storage", "Bucket", "bucket", "0.001"),
  sku("object.storage", "object-storage", "Stored objects", "gigabyte", "0.00003"),
  sku("object.transfer", "object-storage", "Objects sent to visitors", "megabyte", "0.00001"),
  sku("cdn.distribution", "cdn", "CDN distribution", "distribution", "0.01"),
  sku("cdn.transfer", "cdn", "Sent to visitors by the CDN", "megabyte", "0.00002"),
];

const seed = statement(
  "price_list_seed",
  `INSERT INTO sku (sku_code, family, name, unit, hourly_price, currency)
   SELECT s.sku_code, s.family, s.name, s.unit, s.hourly_price, s.currency
     FROM jsonb_populate_recordset(NULL::sku, $skus::jsonb) AS s
       ON CONFLICT (sku_code) DO UPDATE SET family = excluded.family, unit = excluded.unit`,
);

const list = statement(
  "sku_list",
  `SELECT s.sku_code, s.family, s.name, s.unit, trim_scale(p.hourly_price)::text AS hourly_price,
          trim_scale(p.monthly_cap)::text AS monthly_cap, trim_scale(p.free_quantity)::text AS free_quantity, s.currency
     FROM sku s CROSS JOIN LATERAL price_of($organization_id, s.sku_code, now()) AS p
    WHERE ($sku_code::text IS NULL OR s.sku_code > $sku_code) AND ($family::text IS NULL OR s.family = $family)
      AND ${SOLD}
    ORDER BY s.sku_code LIMIT $limit`,
  // A product has a price of the standard book.
  { present: ["hourly_price"] },
);

/**
 * Updates the SKUs to what this version sells, in either environment. Existing names and prices stay, since operators set them.
 * @param plans the plans of the catalog
 */
export async function seedPriceList({ sql }: { readonly sql: Sql }, plans: readonly PricedPlan[]): Promise<void> {
  await sql.query(seed, { skus: JSON.stringify([...plans.map(planSku), ...products]) });
}

/** The products of the installation, at the prices of the caller's organization. */
export const listSkus: Handler<"sku.list"> = async ({ sql, workspace }, { limit, cursor, family }) => {
  const rows = await sql.query(list, {
    organization_id: workspace.organizationId,
    sku_code: decodeCursor(cursor, /^[a-z0-9.-]+$/),
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
