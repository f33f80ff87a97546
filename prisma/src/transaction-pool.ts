import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

interface Slot {
  client?: pg.PoolClient;
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
  withSlot<Result>(begin: (connectionOf: () => pg.PoolClient) => Promise<Result>): Promise<Result> {
    const slot: Slot = {};
    return this.#slots.run(slot, () =>
      begin(() => {
        if (slot.client === undefined) throw new Error("the transaction has not taken a connection");
        return slot.client;
      }),
    );
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    if (callback !== undefined) return super.connect(callback);
    const slot = this.#slots.getStore();
    return super.connect().then((client) => {
      if (slot !== undefined && slot.client === undefined) slot.client = client;
      return client;
    });
  }
}
