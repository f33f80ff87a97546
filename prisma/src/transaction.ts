import type pg from "pg";
import type { Prisma, PrismaClient } from "../generated/client.ts";
import { type Ask, type Query, type Sql, sqlBy } from "./sql.ts";
import { askOn } from "./sql-on.ts";
import { type Company, inOneWrite, type TransactionPool } from "./transaction-pool.ts";

/** One unit of work: everything done through it is committed or undone together. */
export interface Transaction {
  readonly prisma: Prisma.TransactionClient;
  readonly sql: Sql;
  /**
   * Sends a query whose rows nobody needs together with the next one of `sql`, or with COMMIT: it takes no round trip
   * of its own. Where it fails, nothing is committed, and the transaction throws its error.
   */
  send(query: Query): void;
}

/** A transaction whose first query has gone out together with BEGIN (docs/adr/0012). */
export interface AccompaniedTransaction extends Transaction {
  /** The rows of the query that went out together with BEGIN; empty where there was none. */
  readonly first: Promise<readonly unknown[]>;
}

export interface TransactionOptions {
  /**
   * The database lets the transaction see and change rows of this workspace only, whatever its statements say
   * (docs/adr/0008).
   */
  readonly workspaceId?: bigint;
  /** Goes out together with BEGIN. Should that fail, it runs outside of the transaction: it must do nothing there. */
  readonly first?: Query;
  /**
   * What the work is going to ask first: it goes out behind `first` already, and the work finds it answered. It must
   * change nothing, for it may run outside of the transaction, and for nothing.
   */
  readonly question?: Query;
}

/** In milliseconds: for a transaction's connection, and for its work. */
const LIMITS = { maxWait: 10_000, timeout: 30_000 };

/** Carries out one transaction. @throws what `work` throws, or the error of a query that was sent */
export async function transact<Result>(
  pool: TransactionPool,
  prisma: PrismaClient,
  work: (transaction: AccompaniedTransaction) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const exchange = new Exchange(options);
  const result = await pool.withSlot(
    (connectionOf) => prisma.$transaction((client) => work(exchange.with(client, connectionOf())), LIMITS),
    exchange.company,
  );
  // A COMMIT behind a query that failed is answered, and rolls back.
  await exchange.allAnswered();
  return result;
}

/** What one transaction and the server say to each other, in as few writes as can be (docs/adr/0012). */
class Exchange {
  readonly #options: TransactionOptions;
  #first: Promise<readonly unknown[]> = Promise.resolve([]);
  /** The answer of the question, until something is asked. */
  #foreseen: ReturnType<Ask> | undefined;
  readonly #waiting: Query[] = [];
  readonly #sent: Promise<unknown>[] = [];

  constructor(options: TransactionOptions) {
    this.#options = options;
  }

  get company(): Company {
    const { workspaceId, first, question } = this.#options;
    return {
      ...(workspaceId !== undefined && {
        opening: `SET LOCAL ROLE fulmar_workspace; SET LOCAL fulmar.workspace_id = '${workspaceId}'`,
      }),
      afterBegin: (client) => {
        if (first !== undefined) this.#first = this.#sendNow(client, first);
        if (question !== undefined) this.#foreseen = this.#sendNow(client, question);
      },
      beforeCommit: (client) => this.#sendWaiting(client),
    };
  }

  with(prisma: Prisma.TransactionClient, client: pg.PoolClient): AccompaniedTransaction {
    const sql = sqlBy((statement, values = []) => this.#query(client, { statement, values }));
    return { prisma, sql, first: this.#first, send: (sent) => void this.#waiting.push(sent) };
  }

  async allAnswered(): Promise<void> {
    await Promise.all(this.#sent);
  }

  async #query(client: pg.PoolClient, query: Query): ReturnType<Ask> {
    const foreseen = this.#foreseen;
    // Only what is asked first was foreseen: later on, its answer might be another one.
    this.#foreseen = undefined;
    if (foreseen !== undefined && isSame(query, this.#options.question)) return await foreseen;
    const rows = inOneWrite(client, () => {
      this.#sendWaiting(client);
      return this.#ask(client)(query.statement, query.values);
    });
    try {
      return await rows;
    } catch (error) {
      // Behind a query that has failed, this one is told only that the transaction is in error.
      await this.allAnswered();
      throw error;
    }
  }

  #sendWaiting(client: pg.PoolClient): void {
    for (const query of this.#waiting.splice(0)) this.#sent.push(this.#sendNow(client, query));
  }

  /** Its promise may be left alone when something else has failed before. */
  #sendNow(client: pg.PoolClient, { statement, values }: Query): ReturnType<Ask> {
    const rows = this.#ask(client)(statement, values);
    rows.catch(() => undefined);
    return rows;
  }

  #ask(client: pg.PoolClient): Ask {
    return askOn(client, this.#options.workspaceId !== undefined);
  }
}

function isSame(one: Query, other: Query | undefined): boolean {
  return (
    one.statement === other?.statement &&
    one.values.length === other.values.length &&
    one.values.every((value, index) => value === other.values[index])
  );
}
