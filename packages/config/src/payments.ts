/** How customers pay. */
export type PaymentConfiguration =
  /** They send money to an account, and an operator confirms that it arrived. */
  | { readonly provider: "transfer"; readonly account: string | undefined }
  /** At Stripe's pages. Without its secrets nothing can be paid. */
  | {
      readonly provider: "stripe";
      readonly secretKey: string | undefined;
      readonly webhookSecret: string | undefined;
      readonly url: string;
    };

export function paymentConfiguration(value: {
  readonly FULMAR_PAYMENTS: "transfer" | "stripe";
  readonly FULMAR_TRANSFER_ACCOUNT?: string | undefined;
  readonly FULMAR_STRIPE_SECRET_KEY?: string | undefined;
  readonly FULMAR_STRIPE_WEBHOOK_SECRET?: string | undefined;
  readonly FULMAR_STRIPE_API_URL: string;
}): PaymentConfiguration {
  if (value.FULMAR_PAYMENTS === "transfer") return { provider: "transfer", account: value.FULMAR_TRANSFER_ACCOUNT };
  return {
    provider: "stripe",
    secretKey: value.FULMAR_STRIPE_SECRET_KEY,
    webhookSecret: value.FULMAR_STRIPE_WEBHOOK_SECRET,
    url: value.FULMAR_STRIPE_API_URL,
  };
}
