import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

const customers = new AsyncLocalStorage<string>();

/** Runs work for a customer: where connections are short, it takes the turns of that customer. */
export function onBehalfOf<Result>(customer: string, work: () => Result): Result {
  return customers.run(customer, work);
}

/** The same for the rest of the present function. */
export function goOnForCustomer(customer: string): void {
  customers.enterWith(customer);
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient["release"]) => void;

interface Waiting {
  readonly customer: string;
  readonly begin: () => void;
  readonly patience: NodeJS.Timeout;
}

/**
 * A pool whose connections are shared by customer (docs/adr/0106): of those who wait, the one with the fewest
 * connections is next, and among equals the one that has waited longest. What is done on nobody's behalf counts as one
 * customer.
 */
export class FairPool extends pg.Pool {
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #held = new Map<string, number>();
  readonly #holders = new WeakMap<pg.PoolClient, string>();
  #out = 0;
  #waiting: Waiting[] = [];

  constructor(options: pg.PoolConfig & { readonly max: number; readonly connectionTimeoutMillis: number }) {
    super(options);
    this.#most = options.max;
    this.#patienceMs = options.connectionTimeoutMillis;
    this.on("release", (_: unknown, client: pg.PoolClient) => this.#end(this.#holders.get(client) ?? ""));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => {
          if (client === undefined) reject(error);
          else resolve(client);
        }),
      );
    const customer = customers.getStore() ?? "";
    if (this.#out < this.#most) this.#begin(customer, connected);
    else this.#wait(customer, connected);
    return undefined;
  }

  #begin(customer: string, connected: Connected): void {
    this.#out++;
    this.#held.set(customer, (this.#held.get(customer) ?? 0) + 1);
    super.connect((error, client, done) => {
      if (client === undefined) this.#end(customer);
      else this.#holders.set(client, customer);
      connected(error, client, done);
    });
  }

  #wait(customer: string, connected: Connected): void {
    const begin = AsyncLocalStorage.bind(() => this.#begin(customer, connected));
    const patience = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      connected(new Error("timeout exceeded when trying to connect"), undefined, () => undefined);
    }, this.#patienceMs);
    patience.unref();
    const waiting = { customer, begin, patience };
    this.#waiting.push(waiting);
  }

  #end(customer: string): void {
    this.#out--;
    const left = (this.#held.get(customer) ?? 1) - 1;
    if (left === 0) this.#held.delete(customer);
    else this.#held.set(customer, left);
    const [first, ...others] = this.#waiting;
    if (first === undefined) return;
    const heldBy = (waiting: Waiting) => this.#held.get(waiting.customer) ?? 0;
    const next = others.reduce((best, other) => (heldBy(other) < heldBy(best) ? other : best), first);
    this.#waiting = this.#waiting.filter((other) => other !== next);
    clearTimeout(next.patience);
    next.begin();
  }
}
