import { type Sql, statement } from "@fulmar/prisma";
import type { Workspace } from "../request/caller.ts";
import { type BillingAdmission, billingDenied, type Purchase } from "../request/change/admission.ts";
import type { MachinePlan } from "./machine-plan.ts";

const ROOT_DISK = "disk.root";

/** The purchases of a workspace with an adopted machine. */
export interface MachinePurchases {
  /** As the database function `bind_purchases` takes them. */
  readonly rows: readonly {
    readonly sku_code: string;
    readonly quantity: number;
    readonly hourly_price: string | null;
  }[];
  /** Their addition to the price of an hour. Null where none has a price. */
  readonly hourlyPrice: string | null;
}

const price = statement(
  "adoption_price",
  `SELECT trim_scale(sum(s.hourly_price * line.quantity))::text AS hourly_price
     FROM jsonb_to_recordset($rows::jsonb) AS line (sku_code text, quantity bigint)
    CROSS JOIN LATERAL price_of($organization_id, line.sku_code, now()) AS s`,
);

/**
 * Asks billing for the plan, the gigabytes of root disk beyond it, and the volumes of a machine.
 * @param force takes no denial
 * @throws DomainError 402 or 403
 */
export async function buyMachine(
  sql: Sql,
  admission: BillingAdmission,
  workspace: Workspace,
  machine: {
    readonly plan: MachinePlan;
    readonly diskGb: number;
    readonly volumeType: string;
    readonly volumeSizesGb: readonly number[];
  },
  force: boolean,
): Promise<MachinePurchases> {
  const { plan, diskGb, volumeType, volumeSizesGb } = machine;
  const volumeGb = volumeSizesGb.reduce((total, size) => total + size, 0);
  const wanted: (Purchase & { readonly quantity: number })[] = [
    { skuCode: plan.skuCode, quantity: 1 },
    { skuCode: ROOT_DISK, quantity: Math.max(0, diskGb - plan.diskGb) },
    {
      skuCode: `volume.${volumeType}`,
      quantity: volumeGb,
      adds: { volumes: volumeSizesGb.length, volume_gb: volumeGb },
    },
  ];
  const bought = wanted.filter(({ quantity }) => quantity > 0);
  const rows = [];
  for (const purchase of bought) {
    const decision = await admission.decide({ workspace, purchase, sql, binding: false });
    if (!decision.allowed && !force) throw billingDenied(decision);
    rows.push({
      sku_code: purchase.skuCode,
      quantity: purchase.quantity,
      adds: purchase.adds,
      hourly_price: decision.hourlyPrice,
    });
  }
  const { hourly_price: hourlyPrice } = await sql.one(price, {
    organization_id: workspace.organizationId,
    rows: JSON.stringify(rows),
  });
  return { rows, hourlyPrice };
}
