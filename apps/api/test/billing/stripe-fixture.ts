import { StripeDouble } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "../installation/operator-fixture.ts";

/** An API that takes cards at a double of Stripe, and its operators, for the tests of a file. */
export function stripeFixture() {
  const stripe = new StripeDouble();
  let api: Api;
  let operators: OperatorFixture;
  beforeAll(async () => {
    await stripe.listen();
    api = await startApi({
      FULMAR_PAYMENTS: "stripe",
      FULMAR_STRIPE_SECRET_KEY: stripe.secretKey,
      FULMAR_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      FULMAR_STRIPE_API_URL: stripe.url,
    });
    operators = await OperatorFixture.open(api);
  });
  beforeEach(() => {
    stripe.down = false;
  });
  afterAll(async () => {
    await api.close();
    await stripe.close();
  });
  return {
    stripe,
    get api() {
      return api;
    },
    get operators() {
      return operators;
    },
    /** Sends a webhook. */
    post: ({ body, headers }: { readonly body: Buffer; readonly headers: Record<string, string> }) =>
      api.inject({ method: "POST", url: "/payments/v1/stripe", payload: body, headers }),
  };
}
