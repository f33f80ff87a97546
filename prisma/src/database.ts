import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "../generated/client.ts";
import { Lookups } from "./lookups.ts";
import { type Sql, sqlBy } from "./sql.ts";
import { askOn, nameFor } from "./sql-on.ts";
import { type AccompaniedTransaction, type TransactionOptions, transact } from "./transaction.ts";
import { TransactionPool } from "./transaction-pool.ts";

/**
 * The one database of an installation: Prisma for ordinary work, prepared statements for the hot paths, one pool for
 * both.
 */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly sql: Sql;
  transaction<Result>(
    work: (transaction: AccompaniedTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** How long a request waits for a connection, or for a server that does not answer, before it is told so. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens the database.
 * @param url a PostgreSQL connection string
 * @param max connections kept at most
 */
export function openDatabase(url: string, { max = 20 }: { max?: number } = {}): Database {
  const pool = new TransactionPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    pipeline: true,
  });
  // A connection that dies while idle is replaced by the next checkout; without a listener it would end the process.
  pool.on("error", () => undefined);
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameFor(nameOf(sql), pool.isConfined) });
  const prisma = new PrismaClient({ adapter });
  const onPool = askOn(pool);
  const lookups = new Lookups(pool);
  return {
    pool,
    prisma,
    sql: sqlBy((statement, values) =>
      statement.isLookup ? lookups.ask(statement, values) : onPool(statement, values),
    ),
    transaction: (work, options) => transact(pool, prisma, work, options),
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** Distinct texts that are prepared; a query that is built in ever new ways must not fill the server's memory. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/**
 * Gives each SQL text of Prisma's a short stable name, so that it is prepared once per connection; an empty name leaves
 * it unprepared.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known ?? "";
  const name = `prisma_${names.size}`;
  names.set(text, name);
  return name;
}
