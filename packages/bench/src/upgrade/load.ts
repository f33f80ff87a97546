import { isSerializationFailure } from "@fulmar/prisma";
import type { StripeDouble } from "@fulmar/testkit";
import { z } from "zod";
import type { Answer, Balancer } from "../balancer.ts";
import type { Billing } from "./billing.ts";
import { type Begun, MOST_VMS } from "./rows.ts";

const CREATORS = 2;
const READS = [
  "/compute/cloud-vms?limit=20",
  "/compute/plans",
  "/billing/invoices",
  "/billing/quotas",
  "/billing/usage",
];
const HOUR_MS = 3_600_000;
/** A meter's pass in the drill takes this many hours at once. */
const HOURS = 6;
/** A webhook is signed when it is sent, and may come late. */
const LATE_MS = 120_000;

const Payment = z.object({ payment_id: z.string(), reference: z.string(), state: z.string() });
const QuotaRequest = z.object({ quota_request_id: z.string() });

/** What the earlier release sells by, as far as it has it. */
export interface Sold {
  /** Where its customers pay by card. */
  readonly stripe: StripeDouble | undefined;
  /** The token of an operator who grants quotas. */
  readonly operatorToken: string | undefined;
}

/** Requests and what a worker does with money, without a pause, while releases change. */
export class Load {
  readonly statuses = new Map<string, number>();
  /** Answers of 5xx, and what else was not expected. */
  readonly unexpected: string[] = [];
  readonly keys: string[] = [];
  readonly references: string[] = [];
  /** Payments by card that are in the wallet. */
  readonly cards: string[] = [];
  /** The limits that were granted, in their order. */
  readonly granted: number[] = [];
  /** Requests that broke with a process that ended, and were sent again with their key. */
  broken = 0;
  longestMs = 0;
  /** Passes of metering and payments that met a migration in a deadlock, and were made again, as workers and people do. */
  deadlocks = 0;
  /** How far the usage of the customer that stays is metered. */
  metered: Date;
  readonly balancer: Balancer;
  readonly #stopping = new AbortController();
  readonly #begun: Begun;
  readonly #work: Promise<unknown>;
  /** The release that meters and credits. */
  billing: Billing;

  constructor(
    balancer: Balancer,
    begun: Begun,
    billing: Billing,
    { from, until, stripe, operatorToken }: { readonly from: Date; readonly until: Date } & Sold,
  ) {
    this.balancer = balancer;
    this.#begun = begun;
    this.billing = billing;
    this.metered = from;
    const work = [
      ...Array.from({ length: CREATORS }, (_, creator) => this.#creates(creator)),
      ...READS.map((path) => this.#reads(path)),
      this.#pays(),
      this.#meters(from, until),
      ...(stripe === undefined ? [] : [this.#paysByCard(stripe)]),
      ...(operatorToken === undefined ? [] : [this.#asksForQuotas(operatorToken)]),
    ];
    // One that fails ends, and is told at the end.
    this.#work = Promise.all(work.map((one) => one.catch((error: unknown) => this.unexpected.push(String(error)))));
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  /** Sends the create of a key, until it is answered. @returns its status */
  async create(key: string): Promise<number> {
    const body = { name: key, plan_id: "plan-nano", template_id: "debian-13", site_id: this.#begun.siteId };
    return (await this.#sent("/compute/cloud-vms", key, body)).status;
  }

  #headers(token = this.#begun.busy.token) {
    return { authorization: `Bearer ${token}` };
  }

  /** Sends a change of the customer, or of the operator whose token it is, with its key, until it is answered. */
  #sent(path: string, key: string, body: object, token?: string): Promise<Answer> {
    const headers = { ...this.#headers(token), "content-type": "application/json", "x-idempotency-key": key };
    const whole = token === undefined ? `${path}?workspace_id=${this.#begun.busy.workspaceId}` : path;
    return this.#answered(() => this.balancer.post(whole, headers, JSON.stringify(body)));
  }

  async #answered(send: () => Promise<Answer | undefined>): Promise<Answer> {
    for (;;) {
      const begun = performance.now();
      const answer = await send();
      this.longestMs = Math.max(this.longestMs, performance.now() - begun);
      if (answer !== undefined) return answer;
      this.broken += 1;
    }
  }

  #count(kind: string, status: number, expected: number) {
    const name = `${kind} ${status}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    if (status !== expected) this.unexpected.push(name);
  }

  async #creates(creator: number) {
    for (let number = 0; !this.#stopping.signal.aborted; number += 1) {
      const key = `load-${creator}-${number}`;
      this.#count("create", await this.create(key), 202);
      this.keys.push(key);
      // A client that lost the answer asks again, perhaps another release.
      this.#count("repeated create", await this.create(this.keys[Math.floor(this.keys.length / 2)] ?? key), 202);
    }
  }

  async #reads(path: string) {
    while (!this.#stopping.signal.aborted) this.#count("read", (await this.#read(path)).status, 200);
  }

  #read(path: string): Promise<Answer> {
    const workspace = `${path.includes("?") ? "&" : "?"}workspace_id=${this.#begun.busy.workspaceId}`;
    return this.#answered(() => this.balancer.get(`${path}${workspace}`, this.#headers()));
  }

  /** Pays at the double, whose webhook comes twice, and late every other time. */
  async #paysByCard(stripe: StripeDouble) {
    for (let number = 0; !this.#stopping.signal.aborted; number += 1) {
      const { status, text } = await this.#sent("/billing/payments", `card-${number}`, { amount: "1" });
      this.#count("payment by card", status, 201);
      if (status !== 201) continue;
      const { payment_id, reference } = Payment.parse(JSON.parse(text));
      const paid = stripe.pay(reference);
      const at = Date.now() - (number % 2) * LATE_MS;
      const { body, headers } = stripe.webhook("checkout.session.completed", paid, { at });
      const hook = { ...headers, "content-type": "application/json" };
      for (const kind of ["webhook", "repeated webhook"]) {
        const taken = await this.#answered(() => this.balancer.post("/../payments/v1/stripe", hook, body.toString()));
        this.#count(kind, taken.status, 204);
      }
      const { state } = Payment.parse(JSON.parse((await this.#read(`/billing/payments/${payment_id}`)).text));
      if (state !== "paid") this.unexpected.push(`${payment_id} is ${state}`);
      this.cards.push(payment_id);
    }
  }

  /** Asks for one VM more each time. The operator grants it. */
  async #asksForQuotas(operatorToken: string) {
    for (let number = 0; !this.#stopping.signal.aborted; number += 1) {
      const wanted = MOST_VMS + 1 + number;
      const question = { resource: "cloud_vms", wanted, reason: "The load grows." };
      const asked = await this.#sent("/billing/quota-requests", `ask-${number}`, question);
      this.#count("quota request", asked.status, 201);
      if (asked.status !== 201) continue;
      const { quota_request_id } = QuotaRequest.parse(JSON.parse(asked.text));
      const path = `/operator/quota-requests/${quota_request_id}/grant`;
      const granted = await this.#sent(path, `grant-${number}`, {}, operatorToken);
      this.#count("grant", granted.status, 200);
      this.granted.push(wanted);
    }
  }

  async #pays() {
    for (let number = 0; !this.#stopping.signal.aborted; number += 1) {
      const reference = `transfer-${number}`;
      const isCredited = await this.#again(() => this.billing.topUp(this.#begun.busy.organizationId, reference));
      if (!isCredited) this.unexpected.push(`${reference} was credited before`);
      this.references.push(reference);
    }
  }

  /** A pass does nothing where a transaction is under way, which began by the real clock. Then it is repeated. */
  async #meters(from: Date, until: Date) {
    for (let to = from; !this.#stopping.signal.aborted && to < until; ) {
      to = new Date(Math.min(Math.max(to.getTime(), this.metered.getTime()) + HOURS * HOUR_MS, until.getTime()));
      const target = to;
      while (!this.#stopping.signal.aborted && this.metered < target) {
        // A pass leaves out the last minute.
        await this.#again(() => this.billing.meter(new Date(target.getTime() + HOUR_MS / 12)));
        this.metered = await this.billing.meteredUntil(this.#begun.still.organizationId);
      }
    }
  }

  async #again<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isSerializationFailure(error)) throw error;
        this.deadlocks += 1;
      }
    }
  }
}
