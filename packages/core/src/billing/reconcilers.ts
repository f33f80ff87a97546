import type { Reconciler } from "@fulmar/engine";
import { statement } from "@fulmar/prisma";
import type { WorkerServices } from "../work/worker-services.ts";
import { dunInvoices } from "./dunning.ts";
import { paymentReconcilers } from "./follow-payments.ts";
import { giveBudgetNotices } from "./give-notices.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { meterUsage } from "./meter-usage.ts";

const BATCH = 5_000;

const purge = statement(
  "admission_purge",
  `DELETE FROM admission WHERE admission_id IN (
     SELECT admission_id FROM admission WHERE at < now() - interval '90 days' ORDER BY at LIMIT $limit)
   RETURNING 1`,
);

/**
 * Deletes admissions after 90 days, in batches that hold no long locks. What was bought stays in the ledger and the
 * audit trail.
 */
const purgeAdmissions: Reconciler<WorkerServices> = {
  name: "purge-admissions",
  everyMs: 600_000,
  async run({ database }, signal) {
    for (let purged = BATCH; purged === BATCH && !signal.aborted; ) {
      purged = (await database.sql.query(purge, { limit: BATCH })).length;
    }
  },
};

// An hour that is not metered yet keeps its transfers.
const forget = statement(
  "transfer_forget",
  `DELETE FROM transfer WHERE transfer_id IN (
     SELECT t.transfer_id FROM transfer t JOIN workspace w USING (workspace_id) JOIN meter m USING (organization_id)
      WHERE t.hour < now() - interval '7 days' AND t.hour < m.metered_until ORDER BY t.hour LIMIT $limit)
   RETURNING 1`,
);

/** Deletes transfers a week after they were metered. Their usage records stay. */
const forgetTransfers: Reconciler<WorkerServices> = {
  name: "forget-transfers",
  everyMs: 600_000,
  async run({ database }, signal) {
    for (let forgotten = BATCH; forgotten === BATCH && !signal.aborted; ) {
      forgotten = (await database.sql.query(forget, { limit: BATCH })).length;
    }
  },
};

const begin = statement("price_begin", "SELECT begin_prices() AS began", { present: ["began"] });

/** A price of all volumes rewrites 100,000 of them in 12 s. */
const BEGIN_LIMIT_MS = 600_000;

/** Writes prices whose hour has begun to what stores present prices: the price list and the lists by cost. */
const beginPrices: Reconciler<WorkerServices> = {
  name: "begin-prices",
  everyMs: 60_000,
  async run({ database }) {
    await database.transaction(({ sql }) => sql.query(begin), { limitMs: BEGIN_LIMIT_MS });
  },
};

const meter: Reconciler<WorkerServices> = {
  name: "meter-usage",
  everyMs: 60_000,
  run: ({ database }, signal) => meterUsage(database, { signal }),
};

const invoice: Reconciler<WorkerServices> = {
  name: "issue-invoices",
  everyMs: 60_000,
  run: ({ database }, signal) => issueInvoices(database, { signal }),
};

const dun: Reconciler<WorkerServices> = {
  name: "dun-invoices",
  everyMs: 60_000,
  run: ({ database }, signal) => dunInvoices(database, { signal }),
};

const notices: Reconciler<WorkerServices> = {
  name: "budget-notices",
  everyMs: 300_000,
  run: ({ database }, signal) => giveBudgetNotices(database, { signal }),
};

/** The buckets of one transaction, which holds their rows. */
const MEASURED = 100;

const measure = statement("bucket_measure", "SELECT measure_buckets($measured) AS measured", { present: ["measured"] });

/** Charges buckets for the gigabytes that they hold now. A second run in between changes nothing. */
const measureBuckets: Reconciler<WorkerServices> = {
  name: "measure-buckets",
  everyMs: 300_000,
  async run({ database }, signal) {
    for (let measured = MEASURED; measured === MEASURED && !signal.aborted; )
      ({ measured } = await database.sql.one(measure, { measured: MEASURED }));
  },
};

/** The reconcilers of billing. */
export const billingReconcilers = [
  beginPrices,
  meter,
  invoice,
  dun,
  notices,
  measureBuckets,
  forgetTransfers,
  purgeAdmissions,
  ...paymentReconcilers,
] as const;
