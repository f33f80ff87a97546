import type { PaymentConfiguration } from "@fulmar/config";
import { decimalsOf } from "@fulmar/contract";
import {
  type PaymentProvider,
  PaymentRefused,
  PaymentUnavailable,
  stripePayments,
  transferPayments,
} from "@fulmar/providers";
import { DomainError, invalidField } from "../request/domain-error.ts";

/** A process has one configuration, and one client of its provider. */
const opened = new WeakMap<PaymentConfiguration, PaymentProvider>();

/** The provider of this name. Undefined if the installation has none, or lacks its secrets. */
export function paymentProvider(configuration: PaymentConfiguration, name: string): PaymentProvider | undefined {
  if (name === "transfer") return transferPayments;
  if (name !== "stripe" || configuration.provider !== name) return undefined;
  const { secretKey, webhookSecret, url } = configuration;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  const provider = opened.get(configuration) ?? stripePayments({ secretKey, webhookSecret, url });
  opened.set(configuration, provider);
  return provider;
}

/** @throws DomainError 503 while payments are not set up */
export function requirePaymentProvider(configuration: PaymentConfiguration): PaymentProvider {
  const provider = paymentProvider(configuration, configuration.provider);
  if (provider !== undefined) return provider;
  throw new DomainError("unavailable", "Payments are not set up yet; ask the support of the cloud.", {
    code: "payments_unavailable",
    retryAfterSeconds: 60,
  });
}

/**
 * Awaits a call of the provider for a request.
 * @throws DomainError 503 while it does not answer, 400 for an amount that it does not take
 */
export async function atProvider<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PaymentUnavailable)
      throw new DomainError("unavailable", "The payment provider does not answer right now; try again in a moment.", {
        ...{ code: "payments_unavailable", retryAfterSeconds: 5, cause: error },
      });
    if (error instanceof PaymentRefused)
      throw invalidField("amount", `is refused by the payment provider: ${error.message.replace(/\.$/, "")}`);
    throw error;
  }
}

/** @throws DomainError 400 for an amount with more decimals than its currency has */
export function requireDecimals(amount: string, currency: string): void {
  const [, fraction = ""] = amount.split(".");
  const decimals = decimalsOf(currency);
  if (fraction.replace(/0+$/, "").length <= decimals) return;
  throw invalidField("amount", `must have at most ${decimals} decimals, as amounts in ${currency} have`);
}
