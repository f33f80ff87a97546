import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

interface Slot {
  client?: pg.PoolClient;
  readonly opening: string | undefined;
}

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/**
 * A pool that tells which connection a Prisma transaction runs on, so that hot statements can run on it too, prepared
 * and without the ORM's way around (docs/adr/0005). Prisma takes the connection of a transaction by `connect()`, in the
 * asynchronous context of the call that began it: that is where the slot is filled.
 */
export class TransactionPool extends pg.Pool {
  readonly #slots = new AsyncLocalStorage<Slot>();

  /**
   * Runs `begin` such that `connectionOf` inside it answers the connection that was taken within.
   * @param opening statements that go out with Prisma's BEGIN, in the same message: they cost no round trip
   */
  withSlot<Result>(begin: (connectionOf: () => pg.PoolClient) => Promise<Result>, opening?: string): Promise<Result> {
    const slot: Slot = { opening };
    return this.#slots.run(slot, () =>
      begin(() => {
        if (slot.client === undefined) throw new Error("the transaction has not taken a connection");
        return slot.client;
      }),
    );
  }

  /** Whether what asks is done within a transaction that began with an `opening`. */
  get isConfined(): boolean {
    return this.#slots.getStore()?.opening !== undefined;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    if (callback !== undefined) return super.connect(callback);
    const slot = this.#slots.getStore();
    return super.connect().then((client) => {
      if (slot !== undefined && slot.client === undefined) {
        slot.client = client;
        if (slot.opening !== undefined) sendWithBegin(client, slot.opening);
      }
      return client;
    });
  }
}

/**
 * Adds `opening` to the BEGIN that Prisma sends next. Where one of its statements fails, so does beginning, and Prisma
 * throws the connection away.
 */
function sendWithBegin(client: pg.PoolClient, opening: string): void {
  const { query } = client;
  const beginOnce = (first: { readonly text: string }): Promise<unknown> => {
    client.query = query;
    if (first.text !== "BEGIN") throw new Error(`a transaction must begin with BEGIN, not with ${first.text}`);
    return client.query(`BEGIN; ${opening}`);
  };
  // `query` has many overloads; the first call after connect() is Prisma's adapter's, of this one.
  client.query = beginOnce as typeof query;
}
