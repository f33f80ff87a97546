import type { CdnDistributionStatus, CdnPurge, CdnPurgeStatus, CreateCdnPurge } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

const columns = "purge_id, distribution_id, status::text, paths, everything, requested_at, completed_at, error";
const OF_DISTRIBUTION = "workspace_id = $workspace_id::bigint AND distribution_id = $distribution_id";

// A distribution that is being deployed can be purged. The purge waits for the deployment.
const insert = statement(
  "cdn_purge_insert",
  `INSERT INTO cdn_purge (workspace_id, distribution_id, purge_id, paths, everything)
   SELECT workspace_id, distribution_id, $purge_id, $paths::text[], $everything::boolean FROM cdn_distribution
    WHERE ${OF_DISTRIBUTION} AND status IN ('active', 'deploying')
   RETURNING ${columns}`,
);

const list = statement(
  "cdn_purge_list",
  `SELECT ${columns} FROM cdn_purge
    WHERE ${OF_DISTRIBUTION} AND ($after::text IS NULL OR purge_id < $after)
      AND ($status::cdn_purge_status IS NULL OR status = $status::cdn_purge_status)
    ORDER BY purge_id DESC LIMIT $limit::int`,
);

const get = statement(
  "cdn_purge_get",
  `SELECT ${columns} FROM cdn_purge WHERE ${OF_DISTRIBUTION} AND purge_id = $purge_id`,
);

type PurgeRow = RowOf<typeof get>;

const statusOf = statement(
  "cdn_distribution_status",
  `SELECT status::text FROM cdn_distribution WHERE ${OF_DISTRIBUTION}`,
);

/** The purges of one distribution. */
class PurgeRepository {
  readonly #sql: Sql;
  readonly #distribution: { readonly workspace_id: bigint; readonly distribution_id: string };

  constructor(sql: Sql, workspaceId: bigint, distributionId: string) {
    this.#sql = sql;
    this.#distribution = { workspace_id: workspaceId, distribution_id: distributionId };
  }

  /** @returns undefined when there is no such distribution, or its status means that it caches nothing */
  async insert({ paths = [], everything }: CreateCdnPurge): Promise<PurgeRow | undefined> {
    const [row] = await this.#sql.query(insert, {
      ...this.#distribution,
      purge_id: newId("purge"),
      paths: [...new Set(paths)],
      everything: everything === true,
    });
    return row;
  }

  /** Returns at most `limit` purges, newest first, older than `after`. */
  list(status: CdnPurgeStatus | undefined, after: string | undefined, limit: number): Promise<PurgeRow[]> {
    return this.#sql.query(list, { ...this.#distribution, after: after ?? null, status: status ?? null, limit });
  }

  async get(purgeId: string): Promise<PurgeRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#distribution, purge_id: purgeId });
    return row;
  }

  /** Returns the status of the distribution; undefined when there is none. */
  async distributionStatus(): Promise<CdnDistributionStatus | undefined> {
    const [row] = await this.#sql.query(statusOf, this.#distribution);
    return row?.status;
  }
}

function toPurge(row: PurgeRow): CdnPurge {
  return { ...row, requested_at: toTimestamp(row.requested_at), completed_at: toTimestamp(row.completed_at) };
}

export const listPurges: Handler<"cdnPurge.list"> = async (
  { sql, workspace },
  { distribution_id, status, limit, cursor },
) => {
  const purges = new PurgeRepository(sql, workspace.id, distribution_id);
  if ((await purges.distributionStatus()) === undefined) throw notFound("CDN distribution");
  const rows = await purges.list(status, decodeCursor(cursor, "purge"), limit + 1);
  return toPage(rows, limit, (row) => row.purge_id, toPurge);
};

export const createPurge: Handler<"cdnPurge.create"> = async ({ sql, workspace }, { distribution_id, ...purge }) => {
  const purges = new PurgeRepository(sql, workspace.id, distribution_id);
  const row = await purges.insert(purge);
  if (row !== undefined) return toPurge(row);
  const status = await purges.distributionStatus();
  if (status === undefined) throw notFound("CDN distribution");
  throw status === "failed"
    ? conflict(
        "distribution_failed",
        "The distribution was never deployed, so there is nothing to purge; delete it and create a new one.",
      )
    : conflict("distribution_disabled", "The distribution is disabled, so there is nothing to purge; enable it first.");
};

export const getPurge: Handler<"cdnPurge.get"> = async ({ sql, workspace }, { distribution_id, purge_id }) => {
  const row = await new PurgeRepository(sql, workspace.id, distribution_id).get(purge_id);
  if (row === undefined) throw notFound("CDN purge");
  return toPurge(row);
};
