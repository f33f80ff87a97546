import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** What goes out together with the messages that begin and end a transaction, and costs no round trip of its own. */
export interface Company {
  /** Statements in the message of BEGIN. */
  readonly opening?: string;
  /**
   * Sent behind BEGIN, before that is answered. Where BEGIN fails it must change nothing: it may run outside of the
   * transaction.
   */
  readonly afterBegin?: (client: pg.PoolClient) => void;
  /**
   * Sends what is to go out in front of COMMIT, in one write with it. Where any of it fails, the server rolls back at
   * COMMIT.
   */
  readonly beforeCommit?: (client: pg.PoolClient) => void;
}

interface Slot {
  client?: pg.PoolClient;
  readonly company: Company | undefined;
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/**
 * A pool that tells which connection a Prisma transaction runs on, so that hot statements can run on it too, prepared
 * and without the ORM's way around (docs/adr/0005). Prisma takes the connection of a transaction by `connect()`, in the
 * asynchronous context of the call that began it: that is where the slot is filled.
 */
export class TransactionPool extends pg.Pool {
  readonly #slots = new AsyncLocalStorage<Slot>();

  /** Runs `begin` such that `connectionOf` inside it answers the connection that was taken within. */
  withSlot<Result>(begin: (connectionOf: () => pg.PoolClient) => Promise<Result>, company?: Company): Promise<Result> {
    const slot: Slot = { company };
    return this.#slots.run(slot, () =>
      begin(() => {
        if (slot.client === undefined) throw new Error("the transaction has not taken a connection");
        return slot.client;
      }),
    );
  }

  /** Whether what asks is done within a transaction that began with an `opening`. */
  get isConfined(): boolean {
    return this.#slots.getStore()?.company?.opening !== undefined;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    if (callback !== undefined) return super.connect(callback);
    const slot = this.#slots.getStore();
    return super.connect().then((client) => {
      if (slot !== undefined && slot.client === undefined) {
        slot.client = client;
        if (slot.company !== undefined) accompany(client, slot.company);
      }
      return client;
    });
  }
}

/**
 * Sends the company of a transaction with the BEGIN and the COMMIT that Prisma sends. Where BEGIN fails, Prisma throws
 * the connection away; else it ends the transaction by COMMIT or ROLLBACK, and the connection is as it was before.
 */
function accompany(client: pg.PoolClient, { opening, afterBegin, beforeCommit }: Company): void {
  const { query } = client;
  const sendBegin = (first: Sent) => {
    if (textOf(first) !== "BEGIN") throw new Error(`a transaction must begin with BEGIN, not with ${textOf(first)}`);
    client.query = query;
    return inOneWrite(client, () => {
      const begun = client.query(opening === undefined ? "BEGIN" : `BEGIN; ${opening}`);
      afterBegin?.(client);
      client.query = sendUntilEnd as typeof query;
      return begun;
    });
  };
  const sendUntilEnd = (next: Sent, ...rest: unknown[]) => {
    const text = textOf(next);
    if (text === "COMMIT" || text === "ROLLBACK") client.query = query;
    if (text !== "COMMIT") return Reflect.apply(query, client, [next, ...rest]);
    return inOneWrite(client, () => {
      beforeCommit?.(client);
      return client.query("COMMIT");
    });
  };
  // `query` has many overloads; what Prisma's adapter calls is the one of a configuration that answers a promise.
  client.query = sendBegin as typeof query;
}

type Sent = string | { readonly text: string };

function textOf(sent: Sent): string {
  return typeof sent === "string" ? sent : sent.text;
}

/** What `send` sends goes out in one write. */
export function inOneWrite<Result>({ connection }: pg.PoolClient, send: () => Result): Result {
  connection.stream.cork();
  try {
    return send();
  } finally {
    connection.stream.uncork();
  }
}
