import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Prisma, PrismaClient } from "../generated/client.ts";
import { rowTypes } from "./row-types.ts";
import type { Sql, Statement } from "./sql.ts";
import { TransactionPool } from "./transaction-pool.ts";

/** One unit of work: everything done through it is committed or undone together. */
export interface Transaction {
  readonly prisma: Prisma.TransactionClient;
  readonly sql: Sql;
}

/** The one database of an installation: Prisma for ordinary work, prepared statements for the hot paths, one pool for both. */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly sql: Sql;
  /** With a workspace, the database lets the transaction see and change that one's rows only, whatever its statements say (docs/adr/0008). */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, confine?: { readonly workspaceId: bigint }): Promise<Result>;
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
  const pool = new TransactionPool({ connectionString: url, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that dies while idle is replaced by the next checkout; without a listener it would end the process.
  pool.on("error", () => undefined);
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameFor(nameOf(sql), pool.isConfined) });
  const prisma = new PrismaClient({ adapter });
  return {
    pool,
    prisma,
    sql: sqlOn(pool),
    transaction: (work, confine) =>
      pool.withSlot(
        (connectionOf) => prisma.$transaction((client) => work({ prisma: client, sql: sqlOn(connectionOf(), confine !== undefined) }), LIMITS),
        confine && `SET LOCAL ROLE fulmar_workspace; SET LOCAL fulmar.workspace_id = '${confine.workspaceId}'`,
      ),
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
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
