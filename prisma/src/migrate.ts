// Applies prisma/migrations with node-postgres alone, using Prisma's own bookkeeping table, so that it is compatible
// with `prisma migrate`.
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { lateFunctions } from "./late-functions.ts";
import { inMigration } from "./migration-transaction.ts";
import { grantProcesses } from "./process-roles.ts";

const bookkeeping = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

const applied = `SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/** Read when it is called: the bundle of the console has no such folder. */
function ownMigrations(): string {
  return join(import.meta.dirname, "../migrations");
}

/**
 * Migrates the database of `url`, creating it if it does not exist. Each migration is one transaction.
 * @returns the names of the migrations applied now
 * @throws when an applied migration was edited since, or one failed under `prisma migrate`
 */
export async function migrate(url: string, folder = ownMigrations()): Promise<string[]> {
  const client = await connectCreating(url);
  try {
    await inMigration(client, () => client.query(`${bookkeeping}; ${lateFunctions}`));
    const { rows: known } = await client.query<Applied>(applied);
    const added: string[] = [];
    for (const migration of migrationsIn(folder).map((name) => migrationOf(folder, name))) {
      if (isApplied(migration, known)) continue;
      // Another process may have applied it since.
      const isNew = await inMigration(client, async () => {
        const { rows } = await client.query<Applied>(`${applied} AND migration_name = $1`, [migration.name]);
        if (isApplied(migration, rows)) return false;
        await apply(client, migration);
        return true;
      });
      if (isNew) added.push(migration.name);
    }
    if (folder === ownMigrations()) await grantProcesses(client);
    return added;
  } finally {
    await client.end();
  }
}

function migrationOf(folder: string, name: string): Migration {
  const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

/** @throws when it was edited since, or failed under `prisma migrate` */
function isApplied({ name, checksum }: Migration, known: readonly Applied[]): boolean {
  const row = known.find(({ migration_name }) => migration_name === name);
  if (row === undefined) return false;
  if (row.finished_at === null)
    throw new Error(
      `Migration ${name} failed before: repair the database and mark it with \`prisma migrate resolve\`.`,
    );
  if (row.checksum !== checksum)
    throw new Error(`Migration ${name} was edited after it was applied: restore it and write a new one.`);
  return true;
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), now(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** The differences between the migrations of this version and those of a database. */
export interface MigrationState {
  /** Migrations of this version that the database does not have yet. */
  readonly pending: readonly string[];
  /** Migrations of the database that this version does not know: it is older. */
  readonly unknown: readonly string[];
}

/** Compares a database with the migrations of this version. */
export async function migrationState(pool: pg.Pool): Promise<MigrationState> {
  const { rows } = await pool.query<{ migration_name: string }>(
    `SELECT migration_name FROM "_prisma_migrations" WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL
      ORDER BY 1`,
  );
  const applied = rows.map(({ migration_name }) => migration_name);
  const own = migrationsIn(ownMigrations());
  return {
    pending: own.filter((name) => !applied.includes(name)),
    unknown: unknownMigrations(applied),
  };
}

/** Those of `names` that this version does not have. */
export function unknownMigrations(names: readonly string[]): string[] {
  const own = new Set(migrationsIn(ownMigrations()));
  return names.filter((name) => !own.has(name));
}

function migrationsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Connects to a database, and creates it if it does not exist. */
export async function connectCreating(url: string): Promise<pg.Client> {
  try {
    return await connect(url);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "3D000")) throw error; // 3D000: no database of that name
  }
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = "/postgres";
  const maker = await connect(server.href);
  try {
    await maker.query(`CREATE DATABASE ${maker.escapeIdentifier(name)}`);
  } catch (error) {
    // A concurrent start has just created it: before we checked (42P04), or at the same time (23505).
    if (!(error instanceof pg.DatabaseError && ["42P04", "23505"].includes(error.code ?? ""))) throw error;
  } finally {
    await maker.end();
  }
  return connect(url);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
