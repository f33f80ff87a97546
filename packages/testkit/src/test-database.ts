import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { admitLogin, type Database, migrate, openDatabase, PROCESS_ROLES, type ProcessRole } from "@fulmar/prisma";
import pg from "pg";

const PRISMA = fileURLToPath(new URL("../../../prisma", import.meta.url));
const MIGRATIONS = `${PRISMA}/migrations`;
/** An arbitrary constant: the first number of the locks on which test processes that need the same template queue. */
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
 * @param server the superuser's URL of another server than that of tests
 */
export async function createTestDatabase({
  max = 20,
  server = serverUrl(),
}: {
  max?: number;
  server?: string;
} = {}): Promise<TestDatabase> {
  const { database } = await cloneOf(migrated(server), { max, server });
  return database;
}

/** A database that is filled once, for the tests that need the same rows. */
export interface FilledTemplate {
  /** Changes with everything that it is made from. */
  readonly name: string;
  /** How old its rows may be, for rows that expire. An older one is filled anew. */
  readonly maxAgeMinutes: number;
  /**
   * Fills a database that has every migration applied, and closes its own connections to it.
   * @returns what its clones are told, such as the names of rows
   */
  fill(database: TestDatabase): Promise<string>;
}

/** Creates a database for a test with the rows of the template. @returns it with what the template tells its clones */
export function createFilledDatabase(
  template: FilledTemplate,
): Promise<{ readonly database: TestDatabase; readonly note: string }> {
  const server = serverUrl();
  return cloneOf(filled(template, server), { max: 20, server });
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
    url: databaseUrl(name, serverUrl()),
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

/** A database that others are cloned from. */
interface Template {
  readonly name: string;
  readonly maxAgeMinutes?: number;
  /** Creates the database of this name. @returns what its clones are told */
  create(client: pg.Client): Promise<string>;
}

function migrated(server: string): Template {
  const name = `fulmar_template_${migrationsHash()}`;
  return {
    name,
    async create(client) {
      await client.query(`CREATE DATABASE ${name}`);
      const url = databaseUrl(name, server);
      await migrate(url);
      for (const role of PROCESS_ROLES) await admitLogin(url, processUrl(url, role), role);
      return "";
    },
  };
}

function filled(template: FilledTemplate, server: string): Template {
  const name = `fulmar_template_${template.name}`;
  return {
    name,
    maxAgeMinutes: template.maxAgeMinutes,
    async create(client) {
      await createClone(client, migrated(server), name);
      const database = opened(name, { max: 20, server });
      const note = await template.fill(database);
      await database.database.close();
      return note;
    },
  };
}

async function cloneOf(template: Template, where: { readonly max: number; readonly server: string }) {
  const name = `fulmar_test_${randomBytes(8).toString("hex")}`;
  const note = await onServer(where.server, (client) => createClone(client, template, name));
  return { database: opened(name, where), note };
}

function opened(name: string, { max, server }: { readonly max: number; readonly server: string }): TestDatabase {
  const url = databaseUrl(name, server);
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

/** Clones a template, which is created where it is absent or too old. @returns what it tells its clones */
async function createClone(client: pg.Client, template: Template, name: string): Promise<string> {
  for (;;) {
    const note = await locked(client, template, "shared", async () => {
      const found = await noteOf(client, template);
      // Copying files takes a tenth of the CPU of writing each page of the template to the log.
      if (found !== undefined)
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${template.name} STRATEGY file_copy`);
      return found;
    });
    if (note !== undefined) return note;
    await locked(client, template, "exclusive", async () => {
      if ((await noteOf(client, template)) === undefined) await createTemplate(client, template);
    });
  }
}

/** A template's note for its clones; undefined where there is no template, or one that is too old. */
async function noteOf(client: pg.Client, { name, maxAgeMinutes }: Template): Promise<string | undefined> {
  const { rows } = await client.query<{ note: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = $1 AND datistemplate`,
    [name],
  );
  const [, made = "", note] = /^([^\n]*)\n(.*)$/s.exec(rows[0]?.note ?? "") ?? [];
  if (maxAgeMinutes !== undefined && Date.now() - Date.parse(made) > maxAgeMinutes * 60_000) return undefined;
  return note;
}

async function createTemplate(client: pg.Client, template: Template): Promise<void> {
  const { name } = template;
  // It is too old, or not marked as a template, because its creator died midway.
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (rowCount === 1) await client.query(`ALTER DATABASE ${name} IS_TEMPLATE false`);
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const made = new Date().toISOString();
  const note = await template.create(client);
  // The comment belongs to the database and is gone with it. Clones do not inherit it.
  await client.query(`COMMENT ON DATABASE ${name} IS ${client.escapeLiteral(`${made}\n${note}`)}`);
  await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
}

/** Does the work under the template's lock, which its clones share. */
async function locked<Result>(
  client: pg.Client,
  { name }: Template,
  kind: "shared" | "exclusive",
  work: () => Promise<Result>,
): Promise<Result> {
  const suffix = kind === "shared" ? "_shared" : "";
  await client.query(`SELECT pg_advisory_lock${suffix}($1, hashtext($2))`, [TEMPLATE_LOCK, name]);
  try {
    return await work();
  } finally {
    await client.query(`SELECT pg_advisory_unlock${suffix}($1, hashtext($2))`, [TEMPLATE_LOCK, name]);
  }
}

let migrations: string | undefined;

function migrationsHash(): string {
  migrations ??= hashOfMigrations();
  return migrations;
}

function hashOfMigrations(): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(MIGRATIONS, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) hash.update(entry.name).update(readFileSync(`${MIGRATIONS}/${entry.name}/migration.sql`));
  }
  for (const source of ["grants.ts", "process-roles.ts"]) hash.update(readFileSync(`${PRISMA}/src/${source}`));
  return hash.digest("hex").slice(0, 16);
}

function databaseUrl(name: string, server: string): string {
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
