// Workers ask providers what no webhook has told, and carry out refunds (docs/adr/0120).
import type { PaymentConfiguration } from "@fulmar/config";
import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { PaymentRefused } from "@fulmar/providers";
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
                          WHERE state = 'waiting' AND provider <> 'transfer' AND check_at <= now()
                          ORDER BY check_at LIMIT $limit FOR UPDATE SKIP LOCKED)
   RETURNING payment_id, organization_id, provider, reference`,
);

const claimRefunds = statement(
  "payment_refund_claim",
  `UPDATE payment_refund r
      SET attempts = attempts + 1, due_at = now() + least(interval '1 minute' * 2 ^ least(attempts, 10), interval '1 hour')
     FROM payment p
    WHERE r.refund_id IN (SELECT refund_id FROM payment_refund WHERE state = 'waiting' AND due_at <= now()
                           ORDER BY due_at LIMIT $limit FOR UPDATE SKIP LOCKED) AND p.payment_id = r.payment_id
   RETURNING r.refund_id, r.organization_id, trim_scale(r.amount)::text AS amount, r.currency, p.provider, p.capture`,
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

export const paymentReconcilers = [followPayments, refundPayments] as const;
