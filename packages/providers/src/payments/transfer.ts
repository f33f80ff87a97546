// Money that customers send to an account by themselves. An operator says that it arrived, and sends it back.
import { ForgedEvent, type PaymentProvider, PaymentUnavailable } from "../ports/payment-port.ts";

/** How much of a payment's id is written on the transfer: banks take letters and digits. */
const REFERENCE_LENGTH = 10;

export const transferPayments: PaymentProvider = {
  start: ({ paymentId }) => Promise.resolve({ reference: paymentId.slice(-REFERENCE_LENGTH).toUpperCase(), url: null }),
  read: () => Promise.reject(new PaymentUnavailable("only an operator knows whether a transfer arrived")),
  refund: ({ refundId, capture, amount, currency }) =>
    Promise.resolve({ reference: refundId, refundId, capture, state: "succeeded", amount, currency }),
  paymentOf: () => Promise.resolve(undefined),
  readDispute: () => Promise.reject(new PaymentUnavailable("nobody takes a transfer back")),
  disputesSince: () => Promise.resolve([]),
  eventOf: () => Promise.reject(new ForgedEvent("transfers have no webhooks")),
};
