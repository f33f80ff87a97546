import type { CdnDistribution, CreateCdnDistribution } from "@fulmar/contract";
import { lookup, type RowOf, statement, violatedConstraint } from "@fulmar/prisma";
import { findBucket } from "../object-storage/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, found, invalidField, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { distributionNameTaken, originNotFound } from "./constraint-errors.ts";
import { customOriginProblem } from "./custom-origin.ts";
import { CdnDomain, queueDeployment } from "./edge.ts";

const columns = `d.distribution_id, d.name, d.origin_id, d.origin_type::text, d.cache_policy, d.enabled, d.status::text,
  ARRAY(SELECT c.domain FROM cdn_custom_domain c
         WHERE c.workspace_id = d.workspace_id AND c.distribution_id = d.distribution_id
         ORDER BY c.created_at DESC, c.domain) AS custom_domains,
  d.created_at, d.updated_at`;

const list = statement(
  "cdn_distribution_list",
  `SELECT ${columns} FROM cdn_distribution d
    WHERE d.workspace_id = $workspace_id::bigint
      AND d.distribution_id < $after
      AND ${isAmong("d.status", "$statuses")}
      AND ($name::text IS NULL OR d.name = $name)
      AND ${contains("d.name", "$search")}
    ORDER BY d.distribution_id DESC LIMIT $limit::int`,
);

const get = lookup(
  "cdn_distribution_get",
  `SELECT ${columns} FROM cdn_distribution d
    WHERE d.workspace_id = $workspace_id::bigint AND d.distribution_id = $distribution_id`,
);

type DistributionRow = RowOf<typeof get>;

const nameTaken = statement(
  "cdn_distribution_name_taken",
  "SELECT FROM cdn_distribution WHERE workspace_id = $workspace_id::bigint AND name = $name",
);

// The default of `deploy_at` makes the deployment due at once.
const insert = statement(
  "cdn_distribution_insert",
  `WITH d AS (
     INSERT INTO cdn_distribution (distribution_id, workspace_id, name, origin_type, origin_id, origin_bucket_id,
                                   cache_policy)
     VALUES ($distribution_id, $workspace_id::bigint, $name, $origin_type::cdn_origin_type, $origin_id,
             $origin_bucket_id, $cache_policy) RETURNING *
   )
   SELECT ${columns} FROM d`,
);

// A distribution that is being deployed, or whose deployment failed, keeps its status, and only `enabled` is set. The
// edge does not use names, so a new name needs no deployment.
const update = statement(
  "cdn_distribution_update",
  `UPDATE cdn_distribution d
      SET name = coalesce($name::text, d.name), cache_policy = coalesce($cache_policy::text, d.cache_policy),
          enabled = coalesce($enabled::boolean, d.enabled), updated_at = now(),
          status = CASE WHEN $enabled::boolean AND d.status = 'disabled' THEN 'active'
                        WHEN NOT $enabled::boolean AND d.status = 'active' THEN 'disabled' ELSE d.status END,
          ${queueDeployment(`d.cache_policy <> coalesce($cache_policy::text, d.cache_policy)
                          OR d.enabled <> coalesce($enabled::boolean, d.enabled)`)}
    WHERE d.workspace_id = $workspace_id::bigint AND d.distribution_id = $distribution_id
      AND (d.name, d.cache_policy, d.enabled)
       <> (coalesce($name::text, d.name), coalesce($cache_policy::text, d.cache_policy),
           coalesce($enabled::boolean, d.enabled))`,
);

const lock = statement(
  "cdn_distribution_lock",
  `SELECT status::text FROM cdn_distribution
    WHERE workspace_id = $workspace_id::bigint AND distribution_id = $distribution_id FOR NO KEY UPDATE`,
);

const remove = statement(
  "cdn_distribution_delete",
  `DELETE FROM cdn_distribution WHERE workspace_id = $workspace_id::bigint AND distribution_id = $distribution_id
RETURNING distribution_id`,
);

/** @throws DomainError 404 */
export async function readDistribution(
  { sql, workspace }: InWorkspace,
  distribution_id: string,
): Promise<DistributionRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, distribution_id }), "CDN distribution");
}

/** Locks a distribution until the transaction ends. @throws DomainError 404 */
export async function lockDistribution(
  { sql, workspace }: InWorkspace,
  distribution_id: string,
): Promise<RowOf<typeof lock>> {
  return found(await sql.maybe(lock, { workspace_id: workspace.id, distribution_id }), "CDN distribution");
}

function toDistribution(row: DistributionRow, domain: CdnDomain): CdnDistribution {
  const { distribution_id, created_at, updated_at, ...shared } = row;
  const host = domain.of(distribution_id);
  const defaults = { default_domain: host, default_url: domain.originOf(host) };
  return {
    id: distribution_id,
    ...shared,
    ...defaults,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

const serving = statement(
  "cdn_distributions_serving",
  `SELECT distribution_id AS id, name FROM cdn_distribution
    WHERE workspace_id = $workspace_id::bigint AND origin_bucket_id = $origin_bucket_id ORDER BY distribution_id DESC`,
);

/**
 * Refuses to delete a bucket that distributions serve. The caller has locked the bucket. @throws DomainError 409
 * `bucket_in_use` that names the distributions
 */
export async function requireBucketUnserved({ sql, workspace }: RequestContext, bucketId: string): Promise<void> {
  const rows = await sql.query(serving, { workspace_id: workspace.id, origin_bucket_id: bucketId });
  if (rows.length === 0) return;
  const blockers = rows.map((row) => ({ type: "cdn_distribution", ...row }));
  throw mayPass(conflict("bucket_in_use", "CDN distributions serve from the bucket; delete those first.", blockers));
}

export const listDistributions: Handler<"cdnDistribution.list"> = async (context, { limit, cursor, ...filter }) => {
  const rows = await context.sql.query(list, {
    workspace_id: context.workspace.id,
    after: olderThan(cursor, "cdn"),
    statuses: filter.status,
    name: filter.name,
    search: filter.search,
    limit: limit + 1,
  });
  const domain = new CdnDomain(context.configuration);
  return toPage(
    rows,
    limit,
    (row) => row.distribution_id,
    (row) => toDistribution(row, domain),
  );
};

/** Checks the origin and the name, asks billing, then writes the distribution. */
export const createDistribution: Handler<"cdnDistribution.create"> = async (context, input) => {
  const { sql, workspace, configuration } = context;
  const values = { workspace_id: workspace.id, ...input, origin_bucket_id: await originBucket(context, input) };
  if ((await sql.maybe(nameTaken, values)) !== undefined) throw distributionNameTaken();
  await context.admit({ skuCode: "cdn.distribution" });
  const row = await sql.one(insert, { ...values, distribution_id: newId("cdn") });
  return toDistribution(row, new CdnDomain(configuration));
};

/** Returns the id of the origin bucket; null when the origin is a URL, which must be public. @throws DomainError 400 */
async function originBucket(
  context: RequestContext,
  { origin_type, origin_id }: CreateCdnDistribution,
): Promise<string | null> {
  if (origin_type === "custom") {
    const problem = customOriginProblem(origin_id, new CdnDomain(context.configuration));
    if (problem !== undefined) throw invalidField("origin_id", problem);
    return null;
  }
  const bucket = await findBucket(context, origin_id);
  if (bucket === undefined) throw originNotFound();
  return bucket.bucket_id;
}

export const getDistribution: Handler<"cdnDistribution.get"> = async (context, { distribution_id }) =>
  toDistribution(await readDistribution(context, distribution_id), new CdnDomain(context.configuration));

/**
 * Changes the fields that are sent. If nothing changes, not even `updated_at` is written. A taken name is 400, because
 * the spec lists no 409 for this endpoint.
 */
export const updateDistribution: Handler<"cdnDistribution.update"> = async (
  context,
  { distribution_id, name, cache_policy, enabled },
) => {
  const { sql, workspace, configuration } = context;
  try {
    await sql.query(update, { workspace_id: workspace.id, distribution_id, name, cache_policy, enabled });
  } catch (error) {
    if (violatedConstraint(error) !== "cdn_distribution_name_unique") throw error;
    throw invalidField("name", "is taken by another distribution of the workspace", "name_taken");
  }
  return toDistribution(await readDistribution(context, distribution_id), new CdnDomain(configuration));
};

/** Deletes a distribution with its custom domains, purges and settings. `reconcile-edge` removes it from the edge. */
export const deleteDistribution: Handler<"cdnDistribution.delete"> = async ({ sql, workspace }, ids) => {
  found(await sql.maybe(remove, { workspace_id: workspace.id, ...ids }), "CDN distribution");
  return { status: "deleted", id: ids.distribution_id };
};
