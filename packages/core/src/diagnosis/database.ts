import type { Configuration } from "@fulmar/config";
import { type Database, migrationState, type Sql, statement } from "@fulmar/prisma";
import { counted, type Finding, fail, ok, warn } from "./finding.ts";

const OLDEST = 170_000;
/**
 * From how far apart two clocks are a fault, in milliseconds: limits of rates and signatures are shorter than a
 * minute.
 */
const CLOCK_WARN_MS = 1_000;
const CLOCK_FAIL_MS = 10_000;
/**
 * The most connections of a process: the default of `openDatabase`, and one more where it listens (workers always, the
 * API for edges).
 */
const POOLS: ReadonlyMap<string, number> = new Map([
  ["fulmar-worker", 21],
  ["fulmar-api", 21],
  ["fulmar-console", 20],
  ["fulmar-object-store", 20],
]);
const LARGE_SHARE = 0.8;

/** SQL: the connections to the server. Whose they are is not for every role to see; how many there are, is. */
export const CONNECTIONS = "(SELECT coalesce(sum(numbackends), 0)::int FROM pg_stat_database)";

const settings = statement(
  "diagnosis_settings",
  `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
          current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
          current_setting('synchronous_commit') AS synchronous_commit, pg_is_in_recovery() AS standby,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS places,
          ${CONNECTIONS} AS taken,
          pg_size_pretty(pg_database_size(current_database())) AS size,
          (SELECT count(*)::int FROM pg_stat_replication) AS standbys`,
);

const clock = statement("diagnosis_clock", "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms");

// The connections of a pooler have no host in their name: they tell of no process that runs now.
const programs = statement(
  "diagnosis_programs",
  `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'fulmar-% %' ORDER BY 1`,
);

/** Looks at the server, its settings, its connections, and the clocks. */
export async function databaseFindings(
  { sql, pool }: Pick<Database, "sql" | "pool">,
  { connecting }: Pick<Configuration, "connecting">,
): Promise<Finding[]> {
  const row = await sql.one(settings);
  const { number, version, size, standby, standbys } = row;
  const about = `PostgreSQL ${version}, ${size}, ${standbys === 0 ? "no standby" : counted(standbys, "standby", "standbys")}.`;
  const unsafe = (["fsync", "full_page_writes"] as const).filter((name) => row[name] === "off");
  return [
    number < OLDEST
      ? fail("database", `PostgreSQL ${version} is too old: upgrade the server to 17 or later.`)
      : standby
        ? fail("database", "This server is a standby and takes no changes: let DATABASE_URL name the primary.")
        : ok("database", about),
    ...unsafe.map((name) =>
      fail("database settings", `${name} is off, and a crash may destroy the database: set it to on and reload.`),
    ),
    ...(row.synchronous_commit === "off"
      ? [warn("database settings", "synchronous_commit is off, and a crash loses the last changes: set it to on.")]
      : []),
    await connections(sql, row, connecting.listenUrl !== undefined),
    await migrations(pool),
    await clocks(sql),
  ];
}

async function migrations(pool: Database["pool"]): Promise<Finding> {
  const { pending, unknown } = await migrationState(pool);
  if (pending.length > 0)
    return fail(
      "migrations",
      `${counted(pending.length, "migration")} of this version is missing: run fulmar migrate.`,
    );
  if (unknown.length > 0)
    return warn(
      "migrations",
      `The database is of a later version (${unknown.at(-1)}): use the commands of that release.`,
    );
  return ok("migrations", "The database is of this version.");
}

/** The database's time is asked for between two looks at this host's. */
async function clocks(sql: Sql): Promise<Finding> {
  const before = Date.now();
  const { ms: theirs } = await sql.one(clock);
  const after = Date.now();
  const apartMs = Math.round(theirs < before ? before - theirs : Math.max(0, theirs - after));
  const sentence = `The clocks of the database and of this host are ${apartMs} ms apart`;
  if (apartMs < CLOCK_WARN_MS) return ok("clock", `${sentence}.`);
  return (apartMs < CLOCK_FAIL_MS ? warn : fail)("clock", `${sentence}: let NTP set both, e.g. by systemd-timesyncd.`);
}

/** @param pooled whether a pooler limits the connections of the processes */
async function connections(
  sql: Sql,
  { places, taken }: { places: number; taken: number },
  pooled: boolean,
): Promise<Finding> {
  if (pooled) {
    const sentence = `${taken} of ${places} connections are taken, and the pooler limits those of the processes`;
    return taken > places * LARGE_SHARE
      ? warn("connections", `${sentence}: raise max_connections, or lower the pooler's default_pool_size.`)
      : ok("connections", `${sentence}.`);
  }
  const names = await connectedPrograms(sql);
  const most = names.reduce((sum, name) => sum + (POOLS.get(name) ?? 0), 0);
  const sentence = `${taken} of ${places} connections are taken, and the processes that are connected may take ${most}`;
  if (most > places || taken >= places)
    return fail("connections", `${sentence}: raise max_connections, or run fewer processes.`);
  if (Math.max(most, taken) > places * LARGE_SHARE)
    return warn("connections", `${sentence}: raise max_connections before you start more processes.`);
  return ok("connections", `${sentence}.`);
}

/** The processes that are connected now, each by its program, such as `fulmar-worker`. */
export async function connectedPrograms(sql: Sql): Promise<string[]> {
  const rows = await sql.query(programs);
  return rows.map(({ name }) => name.split(" ")[0] ?? name);
}
