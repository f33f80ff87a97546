import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { admitLogin, type Database, migrate, openDatabase, PROCESS_ROLES, type ProcessRole } from "@fulmar/prisma";
import pg from "pg";

const PRISMA = fileURLToPath(new URL("../../../prisma", import.meta.url));
const MIGRATIONS = `${PRISMA}/migrations`;
/** An arbitrary constant: test processes that need the same template queue on this lock. */
const TEMPLATE_LOCK = 1_718_580_001;

/** A database and its owner, who sets tests up and looks at what became of them. */
export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** The database server for tests. Its role must be a superuser or be able to create databases. */
export function serverUrl(): string {
  return process.env.DATABASE_URL ?? "postgresql://postgres@127.0.0.1:54320/postgres";
}

/**
 * Creates a database for a test with every migration applied. It is a clone of a template that is created once per set
 * of migrations.
 */
export async function createTestDatabase({
  max = 20,
  server = serverUrl(),
}: {
  max?: number;
  /** Another server than that of the tests. */
  server?: string;
} = {}): Promise<TestDatabase> {
  const name = `fulmar_test_${randomBytes(8).toString("hex")}`;
  await onServer(server, async (client) => {
    const template = await ensureTemplate(server, client);
    // Copying files takes a tenth of the CPU of writing each page of the template to the log.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  const url = databaseUrl(server, name);
  const database = openDatabase(url, { max });
  return {
    url,
    database,
    async drop() {
      await database.close();
      await onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/**
 * Copies a database in its present state, like a backup restored beside it. The database must have no connections.
 * @param url of the database
 */
export async function copyTestDatabase(url: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `fulmar_test_${randomBytes(8).toString("hex")}`;
  await onServer(serverUrl(), (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)} STRATEGY file_copy`),
  );
  return {
    url: databaseUrl(serverUrl(), name),
    drop: () =>
      onServer(
        serverUrl(),
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}

/** The URL with which a process reaches a test's database: its login has grants and owns nothing. */
export function processUrl(url: string, role: ProcessRole): string {
  const login = new URL(url);
  login.username = `${role}_test`;
  return login.href;
}

async function ensureTemplate(server: string, client: pg.Client): Promise<string> {
  const template = `fulmar_template_${migrationsHash()}`;
  await client.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
  try {
    const { rows } = await client.query<{ datistemplate: boolean }>(
      "SELECT datistemplate FROM pg_database WHERE datname = $1",
      [template],
    );
    if (rows[0]?.datistemplate) return template;
    // The template exists but is not marked as one: its creator died midway.
    await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${template}`);
    const url = databaseUrl(server, template);
    await migrate(url);
    for (const role of PROCESS_ROLES) await admitLogin(url, processUrl(url, role), role);
    await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    return template;
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [TEMPLATE_LOCK]);
  }
}

function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(MIGRATIONS, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) hash.update(entry.name).update(readFileSync(`${MIGRATIONS}/${entry.name}/migration.sql`));
  }
  for (const source of ["grants.ts", "process-roles.ts"]) hash.update(readFileSync(`${PRISMA}/src/${source}`));
  return hash.digest("hex").slice(0, 16);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function onServer<Result>(server: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs statements in one transaction without triggers and foreign keys, to create rows that the product would not. */
export async function withoutTriggers<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const result = await run(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // Destroys the connection, so that its open transaction is not reused.
    client.release(true);
    throw error;
  }
}
