import { isSerializationFailure } from "@fulmar/prisma";
import type { Balancer } from "../balancer.ts";
import type { Billing } from "./billing.ts";
import type { Begun } from "./rows.ts";

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

/** Requests and what a worker does with money, without a pause, while releases change. */
export class Load {
  readonly statuses = new Map<string, number>();
  /** Answers of 5xx, and what else was not expected. */
  readonly unexpected: string[] = [];
  readonly keys: string[] = [];
  readonly references: string[] = [];
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

  constructor(balancer: Balancer, begun: Begun, billing: Billing, { from, until }: { from: Date; until: Date }) {
    this.balancer = balancer;
    this.#begun = begun;
    this.billing = billing;
    this.metered = from;
    const work = [
      ...Array.from({ length: CREATORS }, (_, creator) => this.#creates(creator)),
      ...READS.map((path) => this.#reads(path)),
      this.#pays(),
      this.#meters(from, until),
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
    const { busy, siteId } = this.#begun;
    const headers = { ...this.#headers, "content-type": "application/json", "x-idempotency-key": key };
    const body = JSON.stringify({ name: key, plan_id: "plan-nano", template_id: "debian-13", site_id: siteId });
    const path = `/compute/cloud-vms?workspace_id=${busy.workspaceId}`;
    return this.#answered(() => this.balancer.post(path, headers, body));
  }

  get #headers() {
    return { authorization: `Bearer ${this.#begun.busy.token}` };
  }

  async #answered(send: () => Promise<number | undefined>): Promise<number> {
    for (;;) {
      const begun = performance.now();
      const status = await send();
      this.longestMs = Math.max(this.longestMs, performance.now() - begun);
      if (status !== undefined) return status;
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
    const workspace = `${path.includes("?") ? "&" : "?"}workspace_id=${this.#begun.busy.workspaceId}`;
    while (!this.#stopping.signal.aborted)
      this.#count("read", await this.#answered(() => this.balancer.get(`${path}${workspace}`, this.#headers)), 200);
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
