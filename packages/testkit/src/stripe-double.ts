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

interface Dispute {
  readonly id: string;
  readonly object: "dispute";
  readonly payment_intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly reason: string;
  readonly livemode: false;
  readonly created: number;
  readonly balance_transactions: readonly { readonly amount: number }[];
  readonly evidence_details: { readonly due_by: number | null };
}

const AMOUNT = "line_items[0][price_data][unit_amount]";
/** The least amount that Stripe takes, in cents. */
const LEAST = 50;
/** 1 May 2027. */
const DUE_BY = 1_809_129_600;

/** A small double of the part of Stripe's API that Fulmar uses. It signs webhooks as Stripe does. */
export class StripeDouble {
  readonly sessions = new Map<string, Session>();
  readonly refunds: Refund[] = [];
  readonly disputes = new Map<string, Dispute>();
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

  /** A bank disputes a payment: the whole of it unless an amount is given. It has taken nothing yet. */
  dispute(capture: string, more: Partial<Dispute> = {}): Dispute {
    const session = [...this.sessions.values()].find(({ payment_intent }) => payment_intent === capture);
    if (session === undefined) throw new Error(`There is no payment ${capture}.`);
    const dispute: Dispute = {
      ...{ id: `dp_${randomUUID().replaceAll("-", "")}`, object: "dispute", payment_intent: capture },
      ...{ amount: session.amount_total, currency: session.currency, status: "needs_response", reason: "fraudulent" },
      ...{ livemode: false, created: Math.floor(Date.now() / 1000), balance_transactions: [] },
      ...{ evidence_details: { due_by: DUE_BY }, ...more },
    };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  /** Changes a dispute. The bank takes what it disputes, or gives it back, by a movement. */
  changeDispute(id: string, change: Partial<Dispute>, moved?: "withdrawn" | "reinstated"): Dispute {
    const dispute = this.disputes.get(id);
    if (dispute === undefined) throw new Error(`There is no dispute ${id}.`);
    const movement = moved && { amount: moved === "withdrawn" ? -dispute.amount : dispute.amount };
    const balance_transactions = [...dispute.balance_transactions, ...(movement ? [movement] : [])];
    const changed = { ...dispute, balance_transactions, ...change };
    this.disputes.set(id, changed);
    return changed;
  }

  /**
   * The bytes of a webhook and its header.
   * @param times `at`: when it is signed, `happened`: when what it tells of happened
   */
  webhook(
    type: string,
    object: object,
    {
      secret = this.webhookSecret,
      at = Date.now(),
      happened,
    }: { readonly secret?: string; readonly at?: number; readonly happened?: number } = {},
  ) {
    const created = Math.floor((happened ?? at) / 1000);
    const event = { id: `evt_${randomUUID()}`, object: "event", type, created, data: { object } };
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
    if (method === "GET" && pathname === "/v1/checkout/sessions") {
      const capture = searchParams.get("payment_intent");
      return [
        200,
        listOf(
          pathname,
          [...this.sessions.values()].filter(({ payment_intent }) => payment_intent === capture),
        ),
      ];
    }
    if (method === "GET" && pathname === "/v1/disputes") {
      const since = Number(searchParams.get("created[gte]"));
      return [
        200,
        listOf(
          pathname,
          [...this.disputes.values()].filter(({ created }) => created >= since),
        ),
      ];
    }
    if (method === "GET" && pathname.startsWith("/v1/disputes/")) {
      const dispute = this.disputes.get(pathname.slice("/v1/disputes/".length));
      return dispute === undefined ? [404, failure("no such dispute")] : [200, dispute];
    }
    if (method === "GET" && pathname === "/v1/refunds") {
      const data = this.refunds.filter(({ payment_intent }) => payment_intent === searchParams.get("payment_intent"));
      return [200, listOf(pathname, data)];
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
    const disputed = [...this.disputes.values()].some(
      ({ payment_intent, status }) => payment_intent === capture && !/^(won|warning_|prevented)/.test(status),
    );
    if (disputed) return [400, failure("The charge has been charged back, so it cannot be refunded.")];
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

function listOf(url: string, data: readonly unknown[]) {
  return { object: "list", data, has_more: false, url };
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
