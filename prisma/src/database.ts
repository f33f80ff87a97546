import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "../generated/client.ts";
import type { Sql, Statement } from "./sql.ts";

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
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

/**
 * Opens the database.
 * @param url a PostgreSQL connection string
 * @param max connections kept at most
 */
export function openDatabase(url: string, { max = 20 }: { max?: number } = {}): Database {
  const pool = new pg.Pool({ connectionString: url, max });
  // A connection that dies while idle is replaced by the next checkout; without a listener it would end the process.
  pool.on("error", () => undefined);
  const adapter = new PrismaPg(pool, { statementNameGenerator });
  const prisma = new PrismaClient({ adapter });
  return {
    pool,
    prisma,
    sql: poolSql(pool),
    transaction: (work) =>
      prisma.$transaction((client) => work({ prisma: client, sql: transactionSql(client) }), { maxWait: 10_000, timeout: 30_000 }),
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

function poolSql(pool: pg.Pool): Sql {
  return {
    async query<Row>(statement: Statement, values: readonly unknown[] = []) {
      const result = await pool.query({ name: statement.name, text: statement.text, values: [...values], types });
      return result.rows as Row[];
    },
  };
}

function transactionSql(client: Prisma.TransactionClient): Sql {
  return {
    query: <Row>(statement: Statement, values: readonly unknown[] = []) => client.$queryRawUnsafe<Row[]>(statement.text, ...values),
  };
}

const names = new Map<string, string>();

/** Gives each distinct SQL text a short stable name, so that Prisma's queries are prepared once per connection too. */
function statementNameGenerator(query: { sql: string }): string {
  const known = names.get(query.sql);
  if (known !== undefined) return known;
  const name = `prisma_${names.size}`;
  names.set(query.sql, name);
  return name;
}
