import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Session {
  readonly id: string;
  readonly object: "checkout.session";
  readonly url: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status: "open" | "complete" | "expired";
  readonly payment_status: "paid" | "unpaid";
  readonly amount_total: number;
  readonly currency: string;
  readonly payment_intent: string | null;
}

interface Refund {
  readonly id: string;
  readonly object: "refund";
  readonly payment_intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: "succeeded";
  readonly metadata: Readonly<Record<string, string>>;
}

const AMOUNT = "line_items[0][price_data][unit_amount]";
/** The least amount that Stripe takes, in cents. */
const LEAST = 50;

/** A small double of the part of Stripe's API that Fulmar uses. It signs webhooks as Stripe does. */
export class StripeDouble {
  readonly sessions = new Map<string, Session>();
  readonly refunds: Refund[] = [];
  readonly secretKey = "sk_test_double";
  readonly webhookSecret = `whsec_${randomUUID()}`;
  /** Whether it answers with 500, as a service that is down. */
  down: boolean = false;
  url = "";
  readonly #byKey = new Map<string, Session | Refund>();
  readonly #server = createServer(async (request, response) => {
    const [status, answer] = this.down ? [500, failure("down")] : this.#answer(request, await formOf(request));
    response.writeHead(status, { "content-type": "application/json", "stripe-should-retry": "false" });
    response.end(JSON.stringify(answer));
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Pays a session, an expired one too. Stripe then sends `checkout.session.completed`. */
  pay(id: string, paid: { readonly amount_total?: number; readonly currency?: string } = {}): Session {
    return this.#change(id, { ...paid, status: "complete", payment_status: "paid", payment_intent: `pi_${id}` });
  }

  expire(id: string): Session {
    return this.#change(id, { status: "expired" });
  }

  /** The bytes of a webhook and its header. */
  webhook(type: string, object: object, { secret = this.webhookSecret, at = Date.now() } = {}) {
    const event = { id: `evt_${randomUUID()}`, object: "event", type, data: { object } };
    const body = Buffer.from(JSON.stringify(event));
    const seconds = Math.floor(at / 1000);
    const signature = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
    return { body, headers: { "stripe-signature": `t=${seconds},v1=${signature}` } };
  }

  #change(id: string, change: Partial<Session>): Session {
    const session = this.sessions.get(id);
    if (session === undefined) throw new Error(`There is no session ${id}.`);
    const changed = { ...session, ...change };
    this.sessions.set(id, changed);
    return changed;
  }

  #answer({ method, url = "", headers }: IncomingMessage, form: URLSearchParams): readonly [number, unknown] {
    const { pathname, searchParams } = new URL(url, this.url);
    const key = String(headers["idempotency-key"]);
    if (headers.authorization !== `Bearer ${this.secretKey}`) return [401, failure("wrong key")];
    if (method === "POST" && pathname === "/v1/checkout/sessions" && Number(form.get(AMOUNT)) < LEAST)
      return [400, failure("The total amount due must add up to at least $0.50 usd.")];
    if (method === "POST" && pathname === "/v1/checkout/sessions")
      return [200, this.#once(key, () => this.#newSession(form))];
    if (method === "GET" && pathname.startsWith("/v1/checkout/sessions/")) {
      const session = this.sessions.get(pathname.slice("/v1/checkout/sessions/".length));
      return session === undefined ? [404, failure("no such session")] : [200, session];
    }
    if (method === "GET" && pathname === "/v1/refunds") {
      const data = this.refunds.filter(({ payment_intent }) => payment_intent === searchParams.get("payment_intent"));
      return [200, { object: "list", data, has_more: false, url: pathname }];
    }
    if (method === "POST" && pathname === "/v1/refunds") return this.#refund(key, form);
    return [404, failure("unrecognized request")];
  }

  #once<Made extends Session | Refund>(key: string, make: () => Made): Session | Refund {
    const made = this.#byKey.get(key) ?? make();
    this.#byKey.set(key, made);
    return made;
  }

  #newSession(form: URLSearchParams): Session {
    const id = `cs_test_${randomUUID().replaceAll("-", "")}`;
    const session: Session = {
      ...{ id, object: "checkout.session", url: `${this.url}/pay/${id}`, metadata: metadataOf(form) },
      ...{ status: "open", payment_status: "unpaid", payment_intent: null },
      amount_total: Number(form.get(AMOUNT)),
      currency: form.get("line_items[0][price_data][currency]") ?? "",
    };
    this.sessions.set(id, session);
    return session;
  }

  #refund(key: string, form: URLSearchParams): readonly [number, unknown] {
    const capture = form.get("payment_intent") ?? "";
    const amount = Number(form.get("amount"));
    const session = [...this.sessions.values()].find(({ payment_intent }) => payment_intent === capture);
    const before = this.refunds.filter(({ payment_intent }) => payment_intent === capture);
    const refunded = before.reduce((sum, refund) => sum + refund.amount, 0);
    if (session === undefined) return [404, failure("no such payment_intent")];
    if (!this.#byKey.has(key) && refunded + amount > session.amount_total)
      return [400, failure("refund amount is greater than the unrefunded amount")];
    return [200, this.#once(key, () => this.#newRefund(capture, amount, session.currency, metadataOf(form)))];
  }

  #newRefund(payment_intent: string, amount: number, currency: string, metadata: Refund["metadata"]): Refund {
    const id = `re_${randomUUID().replaceAll("-", "")}`;
    const refund: Refund = { id, object: "refund", payment_intent, amount, currency, status: "succeeded", metadata };
    this.refunds.push(refund);
    return refund;
  }
}

function failure(message: string) {
  return { error: { type: "invalid_request_error", message } };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const named = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(named);
}
