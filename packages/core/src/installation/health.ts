// How the installation is: what a worker found, and what the database says now (docs/adr/0125).
import { HealthFinding, type OperatorHealth, type OperatorOverview } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { CONNECTIONS, CURRENT_RECONCILER, fail, withoutSecrets } from "../diagnosis/index.ts";
import { listEdges } from "../edge/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

/** A report is made every minute, and a run may take some seconds. */
const STALE = "reported_at < now() - interval '3 minutes'";

const report = statement(
  "health_report_read",
  `SELECT r.reported_at, r.release, r.node, coalesce(r.findings, '[]') AS findings,
          coalesce(r.${STALE}, true) AS stale, current_setting('server_version') AS postgresql,
          m.count AS migrations, m.last AS last_migration
     FROM (SELECT count(*)::int, max(migration_name) AS last FROM _prisma_migrations
            WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS m
     LEFT JOIN health_report r ON true`,
);

const glance = statement(
  "health_glance",
  `SELECT r.reported_at, coalesce(r.${STALE}, true) AS stale,
          (SELECT count(*)::int FROM jsonb_array_elements(r.findings) f WHERE f ->> 'state' = 'fail') AS failing,
          (SELECT count(*)::int FROM jsonb_array_elements(r.findings) f WHERE f ->> 'state' = 'warn') AS warning
     FROM (SELECT) AS one LEFT JOIN health_report r ON true`,
);

// The operations that have not ended have an index of their own.
const queue = statement(
  "health_queue",
  `SELECT s.site_id, count(*) FILTER (WHERE o.held_at IS NULL AND (o.lease_until > now()) IS NOT TRUE)::int AS waiting,
          count(*) FILTER (WHERE o.held_at IS NULL AND o.lease_until > now())::int AS running,
          count(*) FILTER (WHERE o.held_at IS NOT NULL)::int AS held, min(o.submitted_at) AS oldest_at
     FROM operation o
     LEFT JOIN LATERAL (SELECT s.site_id, s.position FROM site s
                         WHERE s.provider = o.input ->> 'provider' AND s.removed_at IS NULL
                         ORDER BY s.position LIMIT 1) AS s ON true
    WHERE o.finished_at IS NULL GROUP BY s.site_id, s.position ORDER BY s.position NULLS LAST`,
);

const reconcilers = statement(
  "health_reconcilers",
  `SELECT split_part(r.name, '@', 1) AS name, r.lane,
          (SELECT s.site_id FROM site s WHERE s.provider = r.lane AND s.removed_at IS NULL ORDER BY s.position LIMIT 1)
            AS site_id,
          r.finished_at, r.took_ms, r.run_at AS due_at, coalesce(r.lease_until > now(), false) AS running, r.last_error
     FROM reconciler r WHERE ${CURRENT_RECONCILER}
    ORDER BY r.last_error IS NULL, r.name`,
);

const database = statement(
  "health_database",
  `SELECT pg_database_size(current_database())::float8 AS size_bytes, ${CONNECTIONS} AS connections,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            AS most_connections,
          (SELECT min(begun) FROM transactions_in_progress() WHERE pid <> pg_backend_pid()) AS oldest_transaction_at,
          (SELECT count(*)::int FROM pg_stat_replication) AS standbys`,
  { present: ["size_bytes"] },
);

const processes = statement(
  "health_processes",
  `SELECT split_part(application_name, ' ', 1) AS program, split_part(application_name, ' ', 2) AS process,
          count(*)::int AS connections
     FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'fulmar-%'
    GROUP BY application_name ORDER BY application_name`,
);

export const getHealth: Handler<"operatorHealth.get"> = async ({ sql }) => {
  const [said, operations, runs, server, connected, edges] = await Promise.all([
    sql.one(report),
    sql.query(queue),
    sql.query(reconcilers),
    sql.one(database),
    sql.query(processes),
    listEdges({ sql }),
  ]);
  const findings = findingsOf(said);
  const sites = operations.map(({ oldest_at, ...counts }) => ({ ...counts, oldest_at: toTimestamp(oldest_at) }));
  return {
    state: findings[0]?.state ?? "ok",
    reported_at: toTimestamp(said.reported_at),
    findings,
    versions: {
      fulmar: said.release,
      node: said.node,
      postgresql: said.postgresql,
      migrations: said.migrations,
      last_migration: said.last_migration,
    },
    queue: { ...totalOf(sites), sites },
    reconcilers: runs.map(({ lane: _, finished_at, due_at, last_error, ...run }) => ({
      ...run,
      finished_at: toTimestamp(finished_at),
      due_at: toTimestamp(due_at),
      last_error: last_error && withoutSecrets(last_error),
    })),
    database: { ...server, oldest_transaction_at: toTimestamp(server.oldest_transaction_at) },
    processes: connected.map(({ program, process, connections }) => ({
      program: program.replace(/^fulmar-/, ""),
      ...placeOf(process),
      connections,
    })),
    edges: edges.map(({ name, enrolled_at, connected: reports, seen_at }) => ({
      name,
      state: enrolled_at === null ? "waiting" : reports ? "connected" : "away",
      seen_at: toTimestamp(seen_at),
    })),
  };
};

/** What the overview says of it. A report that is too old counts as one that fails. */
export async function healthAtAGlance(sql: Sql): Promise<OperatorOverview["health"]> {
  const { stale, failing, warning } = await sql.one(glance);
  const all = (failing ?? 0) + (stale ? 1 : 0);
  return { state: all > 0 ? "fail" : (warning ?? 0) > 0 ? "warn" : "ok", failing: all };
}

const ORDER = { fail: 0, warn: 1, ok: 2 } as const;

function findingsOf({ findings, reported_at, stale }: RowOf<typeof report>): OperatorHealth["findings"] {
  const found = HealthFinding.array().parse(findings);
  return [...(stale ? [silence(reported_at)] : []), ...found.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])];
}

function silence(since: Date | null): HealthFinding {
  const when = since === null ? "ever" : `since ${toTimestamp(since)}`;
  return fail(
    "report",
    `No worker has reported ${when}, so what stands below may be out of date: start a worker, or see its log.`,
  );
}

type Counts = OperatorHealth["queue"]["sites"][number];

function totalOf(sites: readonly Counts[]): Omit<Counts, "site_id"> {
  const sum = (name: "waiting" | "running" | "held") => sites.reduce((all, site) => all + site[name], 0);
  const oldest = sites.flatMap(({ oldest_at }) => oldest_at ?? []).sort();
  return { waiting: sum("waiting"), running: sum("running"), held: sum("held"), oldest_at: oldest[0] ?? null };
}

/** The host and the process of `host:4711`, which a pooler hides. */
function placeOf(process: string): { readonly host: string | null; readonly pid: number | null } {
  const found = /^(.+):(\d+)$/.exec(process);
  return found === null ? { host: null, pid: null } : { host: found[1] ?? null, pid: Number(found[2]) };
}
