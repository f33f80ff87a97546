import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { ForgedEvent, type PaymentEvent, type PaymentProvider } from "@fulmar/providers";
import { DomainError } from "../request/domain-error.ts";
import { FailureLimiter } from "../request/door/failure-limit.ts";
import { applyDispute } from "./disputes.ts";
import { atProvider, paymentProvider } from "./payment-provider.ts";
import { applyRefund } from "./refunds.ts";
import { applyReport } from "./settle-payment.ts";

/** For what a webhook makes this side ask. */
const LIMIT_MS = 20_000;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What payment providers may send to the API (docs/adr/0120). */
export interface PaymentDoor {
  /**
   * Takes a webhook of Stripe, as often as it comes.
   * @throws DomainError 401 unless Stripe signed these bytes lately, 404 where nothing is paid at Stripe, 429 after too
   * many forged ones from one address
   */
  stripe(body: Buffer, headers: Headers, sourceIp: string | undefined): Promise<void>;
}

/** Opens the door for payment providers of one process. */
export function paymentDoor({
  database,
  configuration,
}: {
  readonly database: Database;
  readonly configuration: Pick<Configuration, "payments" | "failureLimit" | "failureBurst">;
}): PaymentDoor {
  const failures = new FailureLimiter({
    perSecond: configuration.failureLimit,
    burst: configuration.failureBurst,
    isFailure: (error) => error instanceof DomainError && error.kind === "unauthenticated",
    refuse: () =>
      new DomainError("rate_limited", "Too many forged webhooks came from your address; wait.", {
        retryAfterSeconds: 1,
      }),
  });
  return {
    async stripe(body, headers, sourceIp) {
      const provider = paymentProvider(configuration.payments, "stripe");
      if (provider === undefined)
        throw new DomainError("not_found", "Nothing is paid at Stripe here; remove the webhook there.");
      // Each signature is another, so a sender is known by its address alone.
      const signature = String(headers["stripe-signature"]);
      const event = await failures.check(sourceIp, signature, () => signed(provider, body, headers));
      if (event?.kind === "payment") await applyReport(database, "stripe", event.payment);
      if (event?.kind === "refund") await applyRefund(database, "stripe", event.refund);
      if (event?.kind === "dispute")
        await atProvider(
          applyDispute({ database, provider, name: "stripe" }, event.dispute, AbortSignal.timeout(LIMIT_MS)),
        );
    },
  };
}

async function signed(provider: PaymentProvider, body: Buffer, headers: Headers): Promise<PaymentEvent | undefined> {
  try {
    return await provider.eventOf(body, headers);
  } catch (cause) {
    if (!(cause instanceof ForgedEvent)) throw cause;
    throw new DomainError(
      "unauthenticated",
      "The webhook is not signed with this installation's secret, or is too old.",
      {
        ...{ code: "wrong_signature", cause },
      },
    );
  }
}
