import { randomBytes } from "node:crypto";
import { issueInvoices, meterUsage } from "@fulmar/core/worker";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { Product, until } from "../product.ts";

const HOUR_MS = 3_600_000;

/** Prices of an hour in hundred-thousandths of a euro, so that the sums below are whole numbers. */
export const PRICES = { "sale-small": 1_250, "sale-medium": 3_330, "sale-large": 7_770, "sale-own": 2_000 } as const;
export type PlanId = keyof typeof PRICES;
/** The size of each. */
export const SIZE = { cpu: 1, ram_mb: 512, disk_gb: 4 } as const;
/** The price of the smallest plan, from the next month on. */
export const RAISED = 1_500;
export const TAX_PERCENT = 19;
export const PERCENT_OFF = 20;

/** Who buys what. The second has the percentage off, and a plan that is sold to it alone. */
export const BOUGHT: Readonly<Record<"Acme" | "Partner", readonly PlanId[]>> = {
  Acme: ["sale-small", "sale-medium", "sale-large"],
  Partner: ["sale-small", "sale-own"],
};
export type CustomerName = keyof typeof BOUGHT;

export const SELLER = {
  ...{ legal_name: "Cloud AG", address_lines: ["Hafenstr. 7"], postal_code: "20457", city: "Hamburg" },
  ...{ country: "DE", vat_number: "DE136695976" },
};

/** A production installation without sites and without anything to sell. The image that it gets is at a private URL. */
export function emptyProduction(): Promise<Product> {
  const secret = () => randomBytes(32).toString("hex");
  const variables = { FULMAR_ENVIRONMENT: "production", FULMAR_SECRET: secret(), FULMAR_MASTER_KEY: secret() };
  return Product.install({
    environment: "production",
    variables: { ...variables, FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" },
  });
}

/** What a customer owes for a whole month with the risen price, by hand, in hundred-thousandths of a euro. */
export function owedBy(name: CustomerName, month: Date): { readonly hours: number; net: number; tax: number } {
  const hours = Math.round((monthAfter(month).getTime() - month.getTime()) / HOUR_MS);
  const hourly = BOUGHT[name]
    .map((plan) => (plan === "sale-small" ? RAISED : PRICES[plan]))
    .map((price) => (name === "Partner" ? (price * (100 - PERCENT_OFF)) / 100 : price))
    .reduce((sum, price) => sum + price, 0);
  const net = hours * hourly;
  // Half up to cents.
  return { hours, net, tax: Math.floor((net * TAX_PERCENT) / 100_000 + 0.5) * 1_000 };
}

/** What a worker does with usage, by a clock of its own. */
interface Metering {
  meter(now: Date): Promise<void>;
  invoice(now: Date): Promise<void>;
}

/**
 * Meters until the month after begins, and issues the invoices. Both are repeated: metering ends before the transactions
 * under way, which began by the real clock, and leaves to other workers what they hold.
 */
export async function issueMonth(product: Product, month: Date, { meter, invoice }: Metering): Promise<void> {
  const end = monthAfter(month);
  const now = new Date(end.getTime() + 5 * 60_000);
  const isDone = async (behind: string) => (await product.database.pool.query(behind, [end])).rowCount === 0;
  await until(async () => {
    await meter(now);
    return isDone("SELECT FROM meter WHERE metered_until < $1");
  }, "every hour of the month to be metered");
  await until(async () => {
    await invoice(now);
    return isDone("SELECT FROM meter WHERE invoiced_until < ($1::timestamptz AT TIME ZONE 'UTC')::date");
  }, "the invoices of the month");
}

/** The same by this release. */
export async function invoiceMonth(product: Product, month: Date): Promise<void> {
  const worker = openDatabase(processUrl(product.databaseUrl, "fulmar_worker"));
  try {
    await issueMonth(product, month, {
      meter: (now) => meterUsage(worker, { now }),
      invoice: (now) => issueInvoices(worker, { now }),
    });
  } finally {
    await worker.close();
  }
}

export const euros = (hundredThousandths: number) => (hundredThousandths / 100_000).toFixed(5);

/** The first moment of the month after that of a moment, in UTC. */
export function monthAfter(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1));
}
