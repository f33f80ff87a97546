import { hostname } from "node:os";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../generated/client.ts";
import { FairPool } from "./fair-pool.ts";
import { Lookups } from "./lookups.ts";
import { Notifications } from "./notifications.ts";
import { runOn, type Sql, sqlBy } from "./sql.ts";
import type { Query, RowOf, StatementName } from "./statement.ts";
import {
  type OpenedTransaction,
  type Rehearsal,
  rehearse,
  type TransactionOptions,
  transact,
  transactAlone,
  WORK_TIMEOUT_MS,
} from "./unit-of-work.ts";

/** The installation's database: our own statements, and Prisma for other queries, on one pool. */
export interface Database {
  readonly pool: pg.Pool;
  /** For better-auth, development data, benchmarks and tests. Not part of a `transaction`: it has `$transaction`. */
  readonly prisma: PrismaClient;
  /** Runs each statement on its own, outside of transactions. */
  readonly sql: Sql;
  /**
   * Runs `work` in one transaction, which is committed as a whole or not at all.
   * @throws what `work` throws
   */
  transaction<Result, Claim extends string = never, Question extends string = never>(
    work: (transaction: OpenedTransaction<Claim, Question>) => Promise<Result>,
    options?: TransactionOptions<Claim, Question>,
  ): Promise<Result>;
  /**
   * Runs one query in a transaction of its own, which sees one workspace, in one round trip. Outside of a transaction
   * of the workspace the query must do nothing.
   * @returns its rows, once they are committed
   */
  alone<Name extends StatementName>(query: Query<Name>, workspaceId: bigint): Promise<RowOf<Name>[]>;
  /**
   * Runs `work` in one transaction, and takes back all that it has done.
   * @throws what `work` throws
   */
  rehearse<Result, Claim extends string = never, Question extends string = never>(
    work: (rehearsal: Rehearsal<Claim, Question>) => Promise<Result>,
    options?: TransactionOptions<Claim, Question>,
  ): Promise<Result>;
  /**
   * Listens on a channel until the signal aborts, on a connection outside of the pool. A lost one is replaced, and
   * notifications in between are missed.
   * @param heard receives the payload of each notification, and "" after each connection
   * @param lost is told why the connection was lost
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    lost: (error: Error) => void,
    signal: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

/** How a process reaches the database. */
export interface Connecting {
  /** The most connections of the pool. */
  readonly max?: number;
  /** The name that operators see at the server's connections, followed by host and process. */
  readonly program?: string;
  /** The server itself, where the pool's URL leads to a pooler: LISTEN needs a session of its own. */
  readonly listenUrl?: string | undefined;
  /** False sends statements without names: for a pooler that does not keep prepared statements (docs/adr/0091). */
  readonly prepares?: boolean;
}

/** How long a request waits for a connection, or for a server that does not answer, before it fails. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens the database. @param url a PostgreSQL connection string, of the server or of a pooler */
export function openDatabase(
  url: string,
  { max = 20, program, listenUrl, prepares = true }: Connecting = {},
): Database {
  const own = program === undefined ? undefined : nameOfProcess(program);
  // A pooler lends its connections to many processes, and keeps the name of the last one after that has ended.
  const borrower = listenUrl === undefined || own === undefined ? own : `fulmar-${program}`;
  const pool = new FairPool({
    connectionString: url,
    max,
    ...(borrower !== undefined && { application_name: borrower }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    pipeline: true,
    ...(!prepares && { Client: NamelessClient }),
  });
  // The next checkout replaces a connection that broke while idle. Without a listener it would crash the process.
  pool.on("error", () => undefined);
  // Made once it is used: requests and workers do without, and it takes longer than all else here.
  let prisma: PrismaClient | undefined;
  const runOnPool = runOn(pool);
  const notifications = new Notifications(
    () =>
      new pg.Client({
        connectionString: listenUrl ?? url,
        ...(own !== undefined && { application_name: own }),
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        ...{ keepAlive: true, pipeline: true },
      }),
  );
  const lookups = new Lookups(pool);
  return {
    pool,
    get prisma() {
      prisma ??= new PrismaClient({
        adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) }),
        transactionOptions: { maxWait: CONNECT_TIMEOUT_MS, timeout: WORK_TIMEOUT_MS },
      });
      return prisma;
    },
    sql: sqlBy((statement, values) =>
      statement.isLookup ? lookups.ask(statement, values) : runOnPool(statement, values),
    ),
    transaction: (work, options) => transact(pool, work, options),
    alone: (query, workspaceId) => transactAlone(pool, query, workspaceId),
    rehearse: (work, options) => rehearse(pool, work, options),
    listen: (channel, heard, lost, signal) => notifications.listen(channel, heard, lost, signal),
    async close() {
      await notifications.close();
      await prisma?.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

function nameOfProcess(program: string): string {
  return `fulmar-${program} ${hostname().slice(0, 32)}:${process.pid}`;
}

/** Sends all queries without a name, so that they leave nothing at the connection that another query could need. */
class NamelessClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (query: unknown, ...rest: readonly unknown[]) => unknown;
    const sendNameless = (query: unknown, ...rest: readonly unknown[]) =>
      send(typeof query === "object" ? { ...query, name: undefined } : query, ...rest);
    this.query = sendNameless as typeof this.query;
  }
}

/** The most distinct texts that are prepared, so that dynamically built queries do not fill the server's memory. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/**
 * Gives each SQL text of Prisma's a short stable name, so that it is prepared once per connection. An empty name leaves
 * it unprepared.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known ?? "";
  const name = `prisma_${names.size}`;
  names.set(text, name);
  return name;
}
