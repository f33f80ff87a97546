import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { StripeDouble } from "@fulmar/testkit";
import { z } from "zod";
import { Balancer } from "../balancer.ts";
import { endOf, Product, ROOT, type Service, until } from "../product.ts";
import { issueMonth, monthAfter } from "../site/sale.ts";
import { brokenInvariants } from "../storm-invariants.ts";
import { fulmar, measured, timedStep } from "../story.ts";
import { type Billing, billingOf } from "../upgrade/billing.ts";
import { Load, type Sold } from "../upgrade/load.ts";
import {
  type Begun,
  begin,
  changedRows,
  fill,
  invoiceLines,
  keptRows,
  MOST_VMS,
  paidAndGranted,
  sell,
} from "../upgrade/rows.ts";
import type { Finding } from "./finding.ts";

const DRAIN_MS = 2_000;
/** Creates that each mixture of releases answers. */
const CREATES = 30;
const HOUR_MS = 3_600_000;
/** Files that a release has which takes cards, and which lets customers ask for quotas. */
const STRIPE = "packages/providers/src/payments/stripe.ts";
const QUOTA_REQUESTS = "packages/contract/src/billing/quota-request.ts";

const Doctor = z.object({
  findings: z.array(z.object({ state: z.string(), check: z.string(), sentence: z.string() })),
});

/**
 * Upgrades an installation of an earlier release, with rows, under load: first its database, then its processes one by
 * one. Requests, payments and metering go on. Nothing is lost or done twice, what is sold and was invoiced stays, and an
 * invoice whose month both releases metered is that of the earlier release alone.
 */
export async function upgradeDrill(): Promise<Finding> {
  const root = process.env.FULMAR_EARLIER_SOURCES;
  if (root === undefined) throw new Error("FULMAR_EARLIER_SOURCES names no sources: npm run drill upgrade sets it.");
  const settings = { FULMAR_ENVIRONMENT: "production", FULMAR_TRANSFER_ACCOUNT: "DE02120300000000202051, Cloud AG" };
  const secret = () => randomBytes(32).toString("hex");
  const secrets = { FULMAR_SECRET: secret(), FULMAR_MASTER_KEY: secret() };
  const earlier = await Product.ofRelease(root, { ...settings, ...secrets });
  const stripe = existsSync(join(root, STRIPE)) ? await new StripeDouble().listen() : undefined;
  try {
    return await upgraded(earlier, earlier.asRelease(ROOT), stripe);
  } finally {
    await earlier.stop();
    await stripe?.close();
  }
}

async function upgraded(earlier: Product, next: Product, stripe: StripeDouble | undefined): Promise<Finding> {
  const month = monthAfter(new Date());
  const end = monthAfter(month);
  const { begun, wanted, sold } = await timedStep("the earlier release, with rows and invoices", async () => {
    const made = await begin(earlier);
    earlier.startWorker();
    const api = await earlier.startApi();
    await fill(api, made);
    const token = await sell(earlier, api, made);
    if (token === undefined) console.log("          It has no operators' API: no books, discounts, tax and payments.");
    await operationsEnded(earlier);
    await earlier.endProcesses();
    await billed(earlier, new Date());
    const operatorToken = existsSync(join(earlier.root, QUOTA_REQUESTS)) ? token : undefined;
    return { begun: made, wanted: await controlled(earlier, made, month), sold: { stripe, operatorToken } };
  });
  const apis = [await startDraining(earlier, sold), await startDraining(earlier, sold)];
  const [old, now] = [await billingOf(earlier), await billingOf(next)];
  const load = new Load(new Balancer(apis), begun, old, {
    ...{ from: month, until: new Date(end.getTime() - 24 * HOUR_MS), ...sold },
  });
  const exchanged = await exchange({ earlier, next, apis, load, now, begun, sold, month }).finally(() => load.end());

  const broken = [...new Set(load.unexpected), ...exchanged.changed].slice(0, 10);
  await timedStep("keys and references of the earlier release are known", async () => {
    for (const key of load.keys.slice(0, 20))
      if ((await load.create(key)) !== 202) broken.push(`${key} is not known by its key`);
    for (const reference of load.references)
      if (await now.topUp(begun.busy.organizationId, reference)) broken.push(`${reference} was credited twice`);
  });
  load.balancer.close();
  await operationsEnded(next);
  await issueMonth(next, month, now);
  const lines = await invoiceLines(next, begun.still, month);
  if (!isDeepStrictEqual(lines, wanted)) broken.push(`the invoice is ${lines.join("; ")}, not ${wanted.join("; ")}`);
  const many = load.keys.length;
  const found = await madeByLoad(next);
  if (!isDeepStrictEqual(found, { vms: many, instances: many, names: many }))
    broken.push(`${many} creates were accepted, and ${JSON.stringify(found)} is there`);
  broken.push(...(await brokenInvariants(next)));
  const { credited, quota } = await paidAndGranted(next, begun.busy);
  if (!isDeepStrictEqual(new Set(credited), new Set(load.cards)) || credited.length !== load.cards.length)
    broken.push(`${load.cards.length} payments by card were taken, and ${credited.length} are in the wallet`);
  if (quota !== (load.granted.at(-1) ?? MOST_VMS)) broken.push(`the quota is ${quota}, not ${load.granted.at(-1)}`);
  if (exchanged.oldHours <= 0) broken.push("the earlier release metered nothing of the month");
  await old.close();
  await now.close();
  const { findings } = Doctor.parse(await doctor(next));
  for (const { state, check, sentence } of findings)
    if (state !== "ok") console.log(`          ${state}  ${check}  ${sentence}`);
  const counted = [...load.statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  return {
    drill: `Upgrade of ${basename(earlier.root)} under load`,
    found:
      `${exchanged.migrations} migrations in ${exchanged.seconds} s; ${counted}, ${load.broken} sent again with their ` +
      `key, the longest ${Math.round(load.longestMs)} ms; ${load.references.length} payments, ${load.cards.length} by card; ${load.granted.length} quotas granted; ` +
      `${load.deadlocks} ` +
      `deadlocks of metering and payments with migrations; ${exchanged.oldHours} hours metered by the earlier release; ` +
      `${exchanged.compared} rows of catalog, prices, invoices, budgets and quotas as before; an invoice of ` +
      `${lines.length} lines as by the earlier release alone; broken: ${broken.join(", ") || "nothing"}`,
    holds: broken.length === 0 && lines.length > 0,
  };
}

interface Parts {
  readonly earlier: Product;
  readonly next: Product;
  readonly apis: readonly Service[];
  readonly load: Load;
  /** What the next release does with money. */
  readonly now: Billing;
  readonly begun: Begun;
  readonly sold: Sold;
  /** That of the invoice that is compared. */
  readonly month: Date;
}

/** Migrates, then replaces each API process and the worker. The load goes on with each mixture of releases. */
async function exchange({ earlier, next, apis, load, now, begun, sold, month }: Parts) {
  const goesOn = async (what: string) => {
    const many = load.keys.length + CREATES;
    await timedStep(what, () => until(async () => load.keys.length >= many, what, 600_000));
  };
  const worker = earlier.startWorker(cardsOf(sold));
  await goesOn("load on the earlier release");
  const before = await keptRows(earlier, begun);
  const { result: migrations, seconds } = await measured("its database is migrated", () => next.migrate());
  await goesOn("load on the earlier release, with the migrated database");
  const { changed, compared } = await changedRows(next, begun, before);
  for (const leaving of apis) {
    const coming = await startDraining(next, sold);
    await endOf(leaving.child);
    load.balancer.replace(leaving, coming);
    await goesOn("load, with one more API process replaced");
  }
  await endOf(worker);
  next.startWorker(cardsOf(sold));
  const oldHours = (load.metered.getTime() - month.getTime()) / HOUR_MS;
  load.billing = now;
  await goesOn("load on this release");
  return { migrations: migrations.length, seconds, changed, compared, oldHours };
}

const startDraining = (release: Product, sold: Sold) =>
  release.startService({ FULMAR_DRAIN_MS: String(DRAIN_MS), ...cardsOf(sold) });

/** Variables of processes whose customers pay by card. */
function cardsOf({ stripe }: Sold): Readonly<Record<string, string>> {
  if (stripe === undefined) return {};
  return {
    FULMAR_PAYMENTS: "stripe",
    FULMAR_STRIPE_SECRET_KEY: stripe.secretKey,
    FULMAR_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    FULMAR_STRIPE_API_URL: stripe.url,
  };
}

/** What became of the creates. */
async function madeByLoad({ database }: Product) {
  const { rows } = await database.pool.query<{ vms: number; instances: number; names: number }>(
    `SELECT (SELECT count(*)::int FROM vm WHERE status = 'running' AND name LIKE 'load-%') AS vms,
            count(*)::int AS instances, count(DISTINCT name)::int AS names
       FROM simulated.instance WHERE name LIKE 'load-%'`,
  );
  return rows[0];
}

async function operationsEnded({ database }: Product): Promise<void> {
  const open = async () => {
    const { rowCount } = await database.pool.query("SELECT FROM operation WHERE finished_at IS NULL");
    return rowCount === 0;
  };
  await until(open, "every operation to end", 300_000);
}

/** Issues the invoices of a month, by the release itself. */
async function billed(product: Product, month: Date): Promise<void> {
  const billing = await billingOf(product);
  await issueMonth(product, month, billing);
  await billing.close();
}

/** The invoice of a month as the earlier release alone makes it, on a copy. */
async function controlled(product: Product, { still }: Begun, month: Date): Promise<readonly string[]> {
  const copy = await product.copy();
  await billed(copy, month);
  return invoiceLines(copy, still, month);
}

/** What the doctor of a release says. It fails where anything does. */
async function doctor(product: Product): Promise<unknown> {
  return fulmar(product, "admin", "doctor").catch((error: { readonly stdout?: string }) =>
    JSON.parse(error.stdout ?? "{}"),
  );
}
