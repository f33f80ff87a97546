import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Prisma, PrismaClient } from "../generated/client.ts";
import { rowTypes } from "./row-types.ts";
import type { Query, Sql, Statement } from "./sql.ts";
import { type Company, TransactionPool } from "./transaction-pool.ts";

/** One unit of work: everything done through it is committed or undone together. */
export interface Transaction {
  readonly prisma: Prisma.TransactionClient;
  readonly sql: Sql;
}

/** A transaction that saves round trips at both its ends (docs/adr/0012). */
export interface AccompaniedTransaction extends Transaction {
  /** The rows of the query that went out together with BEGIN; empty where there was none. */
  readonly first: Promise<readonly unknown[]>;
  /** Has a query sent together with COMMIT. Where it fails, nothing is committed, and the transaction throws its error. */
  atCommit(query: Query): void;
}

interface TransactionOptions {
  /** The database lets the transaction see and change rows of this workspace only, whatever its statements say (docs/adr/0008). */
  readonly workspaceId?: bigint;
  /** Goes out together with BEGIN. Should that fail, it runs outside of the transaction: it must do nothing there. */
  readonly first?: Query;
}

/** The one database of an installation: Prisma for ordinary work, prepared statements for the hot paths, one pool for both. */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly sql: Sql;
  transaction<Result>(work: (transaction: AccompaniedTransaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  close(): Promise<void>;
}

/** How long a request waits for a connection, or for a server that does not answer, before it is told so. */
const CONNECT_TIMEOUT_MS = 10_000;
/** In milliseconds: for a transaction's connection, and for its work. */
const LIMITS = { maxWait: 10_000, timeout: 30_000 };

/**
 * Opens the database.
 * @param url a PostgreSQL connection string
 * @param max connections kept at most
 */
export function openDatabase(url: string, { max = 20 }: { max?: number } = {}): Database {
  const pool = new TransactionPool({ connectionString: url, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, pipeline: true });
  // A connection that dies while idle is replaced by the next checkout; without a listener it would end the process.
  pool.on("error", () => undefined);
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameFor(nameOf(sql), pool.isConfined) });
  const prisma = new PrismaClient({ adapter });
  return {
    pool,
    prisma,
    sql: sqlOn(pool),
    transaction: (work, options) => transact(pool, prisma, work, options),
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

async function transact<Result>(
  pool: TransactionPool,
  prisma: PrismaClient,
  work: (transaction: AccompaniedTransaction) => Promise<Result>,
  { workspaceId, first }: TransactionOptions = {},
): Promise<Result> {
  const confined = workspaceId !== undefined;
  const send = (client: pg.PoolClient, query: Query) => watched(sqlOn(client, confined).query(query.statement, query.values));
  let answered: Promise<readonly unknown[]> = Promise.resolve([]);
  let last: Query | undefined;
  let ended: Promise<unknown> | undefined;
  const atCommit = (query: Query) => {
    last = query;
  };
  const company: Company = {
    ...(confined && { opening: `SET LOCAL ROLE fulmar_workspace; SET LOCAL fulmar.workspace_id = '${workspaceId}'` }),
    afterBegin(client) {
      if (first !== undefined) answered = send(client, first);
    },
    beforeCommit(client) {
      if (last !== undefined) ended = send(client, last);
    },
  };
  const result = await pool.withSlot(
    (connectionOf) => prisma.$transaction((client) => work({ prisma: client, sql: sqlOn(connectionOf(), confined), first: answered, atCommit }), LIMITS),
    company,
  );
  // A COMMIT behind a query that failed is answered, and rolls back.
  await ended;
  return result;
}

/** A promise that may be left alone when something else has failed before. */
function watched<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function sqlOn(connection: pg.Pool | pg.PoolClient, confined = false): Sql {
  return {
    async query<Row>({ name, text }: Statement, values: readonly unknown[] = []) {
      const result = await connection.query({ name: nameFor(name, confined), text, values: [...values], types: rowTypes });
      return result.rows as Row[];
    },
  };
}

/** The server plans a statement anew whenever the role has changed since; under a name for each role it keeps both plans (docs/adr/0008). */
function nameFor(name: string, confined: boolean): string {
  return confined && name !== "" ? `${name}_confined` : name;
}

/** Distinct texts that are prepared; a query that is built in ever new ways must not fill the server's memory. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/** Gives each SQL text of Prisma's a short stable name, so that it is prepared once per connection; an empty name leaves it unprepared. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known ?? "";
  const name = `prisma_${names.size}`;
  names.set(text, name);
  return name;
}
