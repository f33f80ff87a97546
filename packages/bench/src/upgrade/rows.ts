import { createOperatorClient } from "@fulmar/sdk";
import { z } from "zod";
import { Client } from "../client.ts";
import { operatorToken } from "../operator-token.ts";
import { codeOf, type Product, until } from "../product.ts";
import { monthAfter, SELLER, TAX_PERCENT } from "../site/sale.ts";
import { fulmar, must } from "../story.ts";

/** An organization of the installation, with a token. */
export interface Customer {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly token: string;
}

/** What an installation of the earlier release has, as its operators made it. */
export interface Begun {
  readonly siteId: string;
  /** Its machines stay, so that its invoices can be compared. */
  readonly still: Customer;
  /** That of the load. */
  readonly busy: Customer;
}

const Site = z.object({ site_id: z.string() });
const Organization = z.object({ organization_id: z.string(), workspace_ids: z.tuple([z.string()]) });
const Token = z.object({ token: z.string() });
/** For documentation (RFC 5737). */
const PUBLIC_RANGE = "192.0.2.64/26";
/** Enough for the months of the drill. */
const FUNDS = "1000000";
/** Their quota of VMs, and of processors. Enough for the load. */
export const MOST_VMS = 100_000;

/** Sets an empty installation up by the commands of its release: a site, a catalog, two customers with quotas. */
export async function begin(product: Product): Promise<Begun> {
  const admin = (...args: readonly string[]) => fulmar(product, "admin", ...args);
  // Releases before ADR 0116 bring the catalog themselves, and know neither the command nor the option.
  const isKnown = (...args: readonly string[]) =>
    admin(...args, "--dry-run").then(
      () => true,
      () => false,
    );
  const sells = await isKnown("catalog", "import");
  if (sells) await admin("catalog", "import");
  const asked = ["--name", "Drill", "--provider", "simulated", ...(sells ? ["--simulated"] : [])];
  const { site_id: siteId } = Site.parse(await admin("site", "add", ...asked));
  await admin("address", "add", "--site", siteId, "--range", PUBLIC_RANGE);
  const customer = async (name: string): Promise<Customer> => {
    const made = Organization.parse(await admin("organization", "create", "--name", name));
    const { organization_id: organizationId, workspace_ids } = made;
    const [workspaceId] = workspace_ids;
    await admin("wallet", "top-up", "--organization", organizationId, "--amount", FUNDS, "--reference", "first");
    for (const resource of ["cloud_vms", "cpus"])
      await admin("quota", "set", "--workspace", workspaceId, "--resource", resource, "--limit", String(MOST_VMS));
    const all = ["--scopes", "all", "--workspaces", "all"];
    const { token } = Token.parse(
      await admin("token", "create", "--organization", organizationId, "--name", "drill", ...all),
    );
    return { organizationId, workspaceId, token };
  };
  return { siteId, still: await customer("Still"), busy: await customer("Busy") };
}

const Plans = z.array(z.object({ plan_id: z.string(), available: z.boolean() }));

/** The rows of the customer that stays: VMs of some plans, a volume, an address and a budget. */
export async function fill(api: string, { still, siteId }: Begun): Promise<void> {
  const client = new Client(api, still);
  const sold = async () => Plans.parse((await client.get(`/compute/plans?type=cloud&site_id=${siteId}`)).body);
  await until(
    async () => (await sold()).filter(({ available }) => available).length > 2,
    "plans with room at the site",
  );
  const make = async (path: string, key: string, body: object) => {
    const answer = await client.post(path, key, body);
    must(answer.status < 300, `${path} is accepted: ${JSON.stringify(answer)}`);
  };
  const at = { site_id: siteId, template_id: "debian-13" };
  for (const { plan_id } of (await sold()).filter(({ available }) => available).slice(0, 3))
    await make("/compute/cloud-vms", plan_id, { ...at, name: plan_id, plan_id });
  await make("/block-storage/volumes", "volume", { name: "data", size_gb: 50, type: "nvme", site_id: siteId });
  await make("/networking/reserved-ips", "address", { site_id: siteId });
  await make("/billing/budgets", "budget", { name: "all", amount: "500", covers: "organization" });
}

const Payment = z.object({ payment_id: z.string() });

/**
 * What operators and customers of releases with an operators' API have besides: a plan for one customer, a price from the
 * next month, a book with a discount, tax, and a payment of which a part was refunded.
 * @returns an operator's token; undefined where the release has no such API
 */
export async function sell(product: Product, api: string, { still, siteId }: Begun): Promise<string | undefined> {
  const core = await codeOf<Partial<typeof import("@fulmar/core/operator")>>(product, "packages/core/src/operator.ts");
  const { insertOperatorToken, makeOperator } = core;
  if (insertOperatorToken === undefined || makeOperator === undefined) return undefined;
  const { openDatabase } = await codeOf<typeof import("@fulmar/prisma")>(product, "prisma/src/index.ts");
  const database = openDatabase(product.databaseUrl);
  const token = await operatorToken(database, "production", { insertOperatorToken, makeOperator });
  await database.close();
  const operator = createOperatorClient({ baseUrl: api, token });
  const { organizationId: organization_id } = still;
  const plan = { plan_id: "own", name: "Own", cpu: 1, ram_mb: 512, disk_gb: 4, hourly_price: "0.02" };
  await operator.operatorPlan.create({ ...plan, site_ids: [siteId], organization_ids: [organization_id] });
  const terms = { hourly_price: "0.03", monthly_cap: null, free_quantity: null };
  await operator.operatorPriceBook.setPrice({
    ...{ book_id: "standard", sku_code: "plan.own", ...terms, valid_from: monthAfter(new Date()).toISOString() },
  });
  await operator.operatorPriceBook.create({ book_id: "partners", name: "Partners" });
  await operator.operatorPriceBook.setDiscount({ book_id: "partners", percent_off: "20" });
  await operator.operatorOrganization.setPriceBook({ organization_id, book_id: "partners" });
  await operator.operatorSeller.update(SELLER);
  const today = new Date().toISOString().slice(0, 10);
  const rate = { country: SELLER.country, name: "MwSt.", percent: String(TAX_PERCENT), valid_from: today };
  await operator.operatorTaxRate.create({ ...rate, reverse_charge: false });
  const client = new Client(api, still);
  const own = { name: "own", plan_id: "own", template_id: "debian-13", site_id: siteId };
  must((await client.post("/compute/cloud-vms", "own", own)).status === 202, "the customer buys its own plan");
  const { payment_id } = Payment.parse((await client.post("/billing/payments", "payment", { amount: "100.5" })).body);
  await operator.operatorPayment.confirm({ payment_id, amount: "100.5", paid_on: today });
  await operator.operatorPayment.refund({ payment_id, amount: "20", reason: "Ticket 4711", allow_debt: false });
  return token;
}

/** What an installation sells and has invoiced. Tables that a release does not have are left out. */
const KEPT = [
  ...["plan", "image", "sku", "price", "price_book", "price_book_assignment", "price_book_discount"],
  ...["tax_rate", "seller", "billing_details", "installation_settings", "budget", "quota", "quota_class"],
  ...["quota_class_limit", "invoice", "invoice_line", "payment", "ledger_entry", "operator"],
];

/** The rows of a table, by the columns that it had when they were first read. */
interface Kept {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** Tables whose rows the load changes, those of its customer. */
const LOADED = new Set(["quota", "payment"]);

/** Reads the rows that an upgrade must not touch. @param columns those of an earlier reading */
export async function keptRows(
  { database }: Product,
  { busy }: Begun,
  columns: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<ReadonlyMap<string, Kept>> {
  const { rows: found } = await database.pool.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY column_name) AS columns
       FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ANY ($1) GROUP BY 1`,
    [KEPT],
  );
  const kept = new Map<string, Kept>();
  for (const { table, columns: present } of found) {
    const chosen = columns.get(table) ?? present;
    const { rows } = await database.pool.query<{ row: string }>(
      `SELECT jsonb_build_array(${chosen.map((column) => `"${column}"`).join(", ")})::text AS row FROM "${table}" t
        WHERE NOT $1 OR to_jsonb(t) ->> 'organization_id' IS DISTINCT FROM $2
          AND to_jsonb(t) ->> 'workspace_id' IS DISTINCT FROM $3`,
      [LOADED.has(table), busy.organizationId, busy.workspaceId],
    );
    kept.set(table, { columns: chosen, rows: rows.map(({ row }) => row) });
  }
  return kept;
}

/** Says which rows are not as they were. @returns nothing where all are; and how many were compared */
export async function changedRows(
  product: Product,
  begun: Begun,
  before: ReadonlyMap<string, Kept>,
): Promise<{ readonly changed: readonly string[]; readonly compared: number }> {
  const after = await keptRows(product, begun, new Map([...before].map(([table, { columns }]) => [table, columns])));
  const changed = [...before].flatMap(([table, { rows }]) => {
    const now = new Set(after.get(table)?.rows);
    return rows.filter((row) => !now.has(row)).map((row) => `${table} ${row}`);
  });
  return { changed, compared: [...before.values()].reduce((sum, { rows }) => sum + rows.length, 0) };
}

/** What became of a customer's payments by card and of its quota of VMs. */
export async function paidAndGranted({ database }: Product, { organizationId, workspaceId }: Customer) {
  const { rows } = await database.pool.query<{ credited: string[]; quota: number | null }>(
    `SELECT ARRAY(SELECT reference FROM ledger_entry
                   WHERE organization_id = $1 AND kind = 'top_up' AND reference LIKE 'pay\\_%') AS credited,
            (SELECT "limit" FROM quota WHERE workspace_id = $2 AND resource = 'cloud_vms') AS quota`,
    [organizationId, workspaceId],
  );
  return rows[0] ?? { credited: [], quota: null };
}

/** The lines of a customer's invoice for a month. */
export async function invoiceLines({ database }: Product, { organizationId }: Customer, month: Date) {
  const { rows } = await database.pool.query<{ line: string }>(
    `SELECT concat_ws(' ', sku_code, trim_scale(quantity), trim_scale(unit_price), trim_scale(amount)) AS line
       FROM invoice_line JOIN invoice USING (organization_id, invoice_id)
      WHERE organization_id = $1 AND month = $2 ORDER BY 1`,
    [organizationId, month.toISOString().slice(0, 7)],
  );
  return rows.map(({ line }) => line);
}
