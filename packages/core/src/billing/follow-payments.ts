// Workers ask providers what no webhook has told, and carry out refunds (docs/adr/0120).
import type { PaymentConfiguration } from "@fulmar/config";
import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { PaymentRefused } from "@fulmar/providers";
import { DUE } from "../work/due.ts";
import { applyDispute } from "./disputes.ts";
import { paymentProvider } from "./payment-provider.ts";
import { applyRefund, endRefund, failRefund } from "./refunds.ts";
import { applyReport } from "./settle-payment.ts";

interface Services {
  readonly database: Database;
  readonly payments: PaymentConfiguration;
}

const BATCH = 20;

// The claim puts the next question off before this one is asked: a worker that dies in between asks again later.
const claimWaiting = statement(
  "payment_claim",
  `UPDATE payment
      SET checks = checks + 1, check_at = now() + least(interval '5 minutes' * 2 ^ least(checks, 10), interval '6 hours')
    WHERE payment_id IN (SELECT payment_id FROM payment
                          WHERE state = 'waiting' AND provider <> 'transfer' AND check_at <= ${DUE}
                          ORDER BY check_at LIMIT $limit FOR UPDATE SKIP LOCKED)
   RETURNING payment_id, organization_id, provider, reference`,
);

const claimRefunds = statement(
  "payment_refund_claim",
  `UPDATE payment_refund r
      SET attempts = attempts + 1, due_at = now() + least(interval '1 minute' * 2 ^ least(attempts, 10), interval '1 hour')
     FROM payment p
    WHERE r.refund_id IN (SELECT refund_id FROM payment_refund WHERE state = 'waiting' AND due_at <= ${DUE}
                           ORDER BY due_at LIMIT $limit FOR UPDATE SKIP LOCKED) AND p.payment_id = r.payment_id
   RETURNING r.refund_id, r.organization_id, trim_scale(r.amount)::text AS amount, r.currency, p.provider, p.capture`,
);

const claimDisputes = statement(
  "payment_dispute_claim",
  `UPDATE payment_dispute
      SET checks = checks + 1, check_at = now() + least(interval '5 minutes' * 2 ^ least(checks, 10), interval '6 hours')
    WHERE dispute_id IN (SELECT dispute_id FROM payment_dispute
                          WHERE state IN ('inquiry', 'open') AND check_at <= ${DUE}
                          ORDER BY check_at LIMIT $limit FOR UPDATE SKIP LOCKED)
   RETURNING provider, reference`,
);

// One worker asks at a time.
const claimSearch = statement(
  "dispute_search_claim",
  `UPDATE dispute_search SET due_at = now() + interval '10 minutes'
    WHERE provider = $provider AND due_at <= ${DUE} RETURNING asked_until, now() AS asked_at`,
);

const recordSearch = statement(
  "dispute_search_done",
  "UPDATE dispute_search SET asked_until = greatest(asked_until, $asked_at::timestamptz) WHERE provider = $provider",
);

const recordProblem = statement(
  "payment_refund_problem",
  "UPDATE payment_refund SET problem = $problem WHERE refund_id = $refund_id AND state = 'waiting'",
);

/** Reads payments whose webhook has not come: every five minutes first, then more rarely. */
const followPayments: Reconciler<Services> = {
  name: "follow-payments",
  everyMs: 60_000,
  run: ({ database, payments }, signal) =>
    eachOf(
      () => database.sql.query(claimWaiting, { limit: BATCH }),
      async ({ payment_id, organization_id, provider: name, reference }) => {
        const provider = paymentProvider(payments, name);
        if (provider === undefined) return;
        const report = await provider.read(reference, signal);
        await applyReport(database, name, { ...report, paymentId: payment_id, organizationId: organization_id });
      },
      signal,
    ),
};

/** Carries out refunds. The provider knows each by its id, so that a worker that dies in between repeats nothing. */
const refundPayments: Reconciler<Services> = {
  name: "refund-payments",
  everyMs: 10_000,
  run: (services, signal) =>
    eachOf(
      () => services.database.sql.query(claimRefunds, { limit: BATCH }),
      (refund) => carryOut(services, refund, signal),
      signal,
    ),
};

async function carryOut(
  { database, payments }: Services,
  { refund_id, organization_id, amount, currency, provider: name, capture }: RowOf<typeof claimRefunds>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const provider = paymentProvider(payments, name);
    if (provider === undefined) throw new Error(`payments by ${name} are not set up any more`);
    const asked = { refundId: refund_id, capture: capture ?? "", amount, currency };
    const report = await provider.refund(asked, signal);
    if (report.state === "failed") await applyRefund(database, name, { ...report, refundId: refund_id });
    else if (report.state === "succeeded")
      await endRefund(database.sql, { refundId: refund_id, reference: report.reference });
  } catch (error) {
    const problem = String(error);
    if (error instanceof PaymentRefused) {
      await failRefund(database, { refund_id, organization_id, problem: error.message });
      return;
    }
    await database.sql.query(recordProblem, { refund_id, problem });
    throw error;
  }
}

/** Clocks differ, and what has just begun may not be listed yet. */
const OVERLAP_MS = 3_600_000;

/** Reads disputes that have not ended as payments are read, and asks for those that no webhook has told of. */
const followDisputes: Reconciler<Services> = {
  name: "follow-disputes",
  everyMs: 60_000,
  async run({ database, payments }, signal) {
    await eachOf(
      () => database.sql.query(claimDisputes, { limit: BATCH }),
      async ({ provider: name, reference }) => {
        const provider = paymentProvider(payments, name);
        if (provider === undefined) return;
        await applyDispute({ database, provider, name }, await provider.readDispute(reference, signal), signal);
      },
      signal,
    );
    await searchDisputes({ database, payments }, signal);
  },
};

async function searchDisputes({ database, payments }: Services, signal: AbortSignal): Promise<void> {
  const name = "stripe";
  const provider = paymentProvider(payments, name);
  if (provider === undefined) return;
  const search = await database.sql.maybe(claimSearch, { provider: name });
  if (search === undefined) return;
  const { asked_until, asked_at } = search;
  const since = new Date(asked_until.getTime() - OVERLAP_MS);
  const failures: unknown[] = [];
  for (const dispute of await provider.disputesSince(since, signal))
    await applyDispute({ database, provider, name }, dispute, signal).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `Disputes could not be followed: ${failures.join("; ")}`);
  await database.sql.query(recordSearch, { provider: name, asked_at });
}

/** Works on what is due, a batch at a time. Several failures make one error. */
async function eachOf<Row>(
  claim: () => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (let taken = BATCH; taken === BATCH && !signal.aborted; ) {
    const rows = await claim();
    taken = rows.length;
    const ended = await Promise.allSettled(rows.map(work));
    failures.push(...ended.flatMap((each) => (each.status === "rejected" ? [each.reason] : [])));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} payments could not be followed: ${failures.join("; ")}`);
}

export const paymentReconcilers = [followPayments, followDisputes, refundPayments] as const;
