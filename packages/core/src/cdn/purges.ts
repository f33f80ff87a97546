import { CdnPurge } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
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
    WHERE ${OF_DISTRIBUTION} AND purge_id < $after
      AND ($status::cdn_purge_status IS NULL OR status = $status::cdn_purge_status)
    ORDER BY purge_id DESC LIMIT $limit::int`,
);

const get = statement(
  "cdn_purge_get",
  `SELECT ${columns} FROM cdn_purge WHERE ${OF_DISTRIBUTION} AND purge_id = $purge_id`,
);

const statusOf = statement(
  "cdn_distribution_status",
  `SELECT status::text FROM cdn_distribution WHERE ${OF_DISTRIBUTION}`,
);

const toPurge = wireForm(CdnPurge);

export const listPurges: Handler<"cdnPurge.list"> = async (
  { sql, workspace },
  { distribution_id, status, limit, cursor },
) => {
  const values = { workspace_id: workspace.id, distribution_id };
  found(await sql.maybe(statusOf, values), "CDN distribution");
  const after = olderThan(cursor, "purge");
  const rows = await sql.query(list, { ...values, after, status, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.purge_id, toPurge);
};

export const createPurge: Handler<"cdnPurge.create"> = async (
  { sql, workspace },
  { distribution_id, paths = [], everything = false },
) => {
  const values = { workspace_id: workspace.id, distribution_id };
  const purge = { purge_id: newId("purge"), paths: [...new Set(paths)], everything };
  const row = await sql.maybe(insert, { ...values, ...purge });
  if (row !== undefined) return toPurge(row);
  const { status } = found(await sql.maybe(statusOf, values), "CDN distribution");
  throw status === "failed"
    ? conflict(
        "distribution_failed",
        "The distribution was never deployed, so there is nothing to purge; delete it and create a new one.",
      )
    : conflict("distribution_disabled", "The distribution is disabled, so there is nothing to purge; enable it first.");
};

export const getPurge: Handler<"cdnPurge.get"> = async ({ sql, workspace }, ids) =>
  toPurge(found(await sql.maybe(get, { workspace_id: workspace.id, ...ids }), "CDN purge"));
