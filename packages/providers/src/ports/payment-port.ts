/** A payment that somebody is about to make. */
export interface AskedPayment {
  readonly paymentId: string;
  readonly organizationId: string;
  /** Decimal text, with no more decimals than the currency has. */
  readonly amount: string;
  /** ISO 4217, such as USD. */
  readonly currency: string;
  /** What the payer reads at the provider. */
  readonly description: string;
  /** The page of the console that the payer comes back to, paid or not. */
  readonly returnUrl: string;
}

/** The provider's name of a payment, and where it is paid. Null where money is sent without a page. */
export interface StartedPayment {
  readonly reference: string;
  readonly url: string | null;
}

/** A payment as its provider knows it. Amount and currency are what was paid, not what was asked for. */
export interface PaymentReport {
  readonly reference: string;
  /** As `start` was given them. Null for a payment that is not of this installation. */
  readonly paymentId: string | null;
  readonly organizationId: string | null;
  /** Nothing was paid and nothing is expected: `expired` or `failed`. A late payment is reported as `paid` all the same. */
  readonly state: "pending" | "paid" | "expired" | "failed";
  readonly amount: string;
  readonly currency: string;
  /** The provider's name of the money that came, which refunds name. Null until it came. */
  readonly capture: string | null;
}

export interface AskedRefund {
  readonly refundId: string;
  readonly capture: string;
  readonly amount: string;
  readonly currency: string;
}

export interface RefundReport {
  readonly reference: string;
  /** As `refund` was given it. Null for a refund that was made at the provider's own pages. */
  readonly refundId: string | null;
  readonly capture: string;
  readonly state: "pending" | "succeeded" | "failed";
  readonly amount: string;
  readonly currency: string;
}

/** What a payer's bank takes back, as the provider knows it. */
export interface DisputeReport {
  readonly reference: string;
  readonly capture: string;
  /** `inquiry`: the bank asks and takes nothing. `closed`: an inquiry that became no dispute. */
  readonly state: "inquiry" | "open" | "won" | "lost" | "closed";
  /** In the bank's words. */
  readonly reason: string;
  readonly amount: string;
  readonly currency: string;
  /** Until when evidence may be given, ISO 8601. */
  readonly evidenceDueAt: string | null;
  /** Whether the bank has taken the money, and has given it back. */
  readonly withdrawn: boolean;
  readonly reinstated: boolean;
  /** The provider's page of it, for operators. */
  readonly url: string;
  /** When the provider said so. */
  readonly toldAt: Date;
}

/** What a webhook of a provider says. */
export type PaymentEvent =
  | { readonly kind: "payment"; readonly payment: PaymentReport }
  | { readonly kind: "dispute"; readonly dispute: DisputeReport }
  | { readonly kind: "refund"; readonly refund: RefundReport };

/** A company that takes payments. Every method may be repeated with the same ids. */
export interface PaymentProvider {
  /** @throws PaymentUnavailable */
  start(asked: AskedPayment, signal: AbortSignal): Promise<StartedPayment>;
  /** @throws PaymentUnavailable */
  read(reference: string, signal: AbortSignal): Promise<PaymentReport>;
  /** @throws PaymentRefused for good, such as for more than was paid; PaymentUnavailable */
  refund(asked: AskedRefund, signal: AbortSignal): Promise<RefundReport>;
  /** The payment that brought money. Undefined for money of somebody else. @throws PaymentUnavailable */
  paymentOf(capture: string, signal: AbortSignal): Promise<PaymentReport | undefined>;
  /** @throws PaymentUnavailable */
  readDispute(reference: string, signal: AbortSignal): Promise<DisputeReport>;
  /** The disputes of the account that began after a moment. @throws PaymentUnavailable */
  disputesSince(moment: Date, signal: AbortSignal): Promise<readonly DisputeReport[]>;
  /**
   * The event of a webhook, or undefined for one that says nothing of payments.
   * @param body the bytes as they came
   * @throws ForgedEvent if the provider did not sign these bytes lately
   */
  eventOf(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<PaymentEvent | undefined>;
}

/** The provider did not answer, or not as it should. The same may be tried again. */
export class PaymentUnavailable extends Error {
  override readonly name = "PaymentUnavailable";
}

/** The provider refuses what was asked, and would again. */
export class PaymentRefused extends Error {
  override readonly name = "PaymentRefused";
}

/** A webhook that its provider did not sign. */
export class ForgedEvent extends Error {
  override readonly name = "ForgedEvent";
}
