import { type Quota, QuotaResource } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { auditOperator } from "../audit/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { readDefaultLimits, setDefaultLimitsIn } from "./quota-classes.ts";

const NewQuota = z.strictObject({ resource: QuotaResource, limit: z.int().min(0).max(2_147_483_647) });

const set = statement(
  "quota_set",
  `WITH changed AS (
     INSERT INTO quota AS q (workspace_id, resource, "limit")
     SELECT w.workspace_id, $resource_id, $limit::int FROM workspace w
      WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL
         ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = excluded."limit", from_class = false
     RETURNING workspace_id, (SELECT w.organization_id FROM workspace w WHERE w.workspace_id = q.workspace_id)
   )
   ${auditOperator("quota.set", { resource: "$resource_id", workspace: "changed.workspace_id" })}
   RETURNING audit_event_id`,
);

const unset = statement(
  "quota_unset",
  `WITH changed AS (
     DELETE FROM quota q USING workspace w
      WHERE q.workspace_id = $workspace_id::bigint AND q.resource = $resource_id AND w.workspace_id = q.workspace_id
     RETURNING q.workspace_id, w.organization_id
   )
   ${auditOperator("quota.unset", { resource: "$resource_id", workspace: "changed.workspace_id" })}
   RETURNING audit_event_id`,
);

const give = statement("quota_default_give", "SELECT give_default_quotas($workspace_id::bigint)::text");

/** Runs after the statement that made the workspace. */
export async function giveDefaultQuotas(sql: Sql, workspaceId: string): Promise<void> {
  await sql.query(give, { workspace_id: BigInt(workspaceId) });
}

const list = statement(
  "quota_list",
  `SELECT r.resource, q."limit", quota_used(w.workspace_id, r.resource)::int AS used
     FROM workspace w
    CROSS JOIN (SELECT resource FROM unnest($resources::text[]) AS known (resource)
                 WHERE resource > $after ORDER BY resource LIMIT $limit) AS r
     LEFT JOIN quota q ON q.workspace_id = w.workspace_id AND q.resource = r.resource
    WHERE w.workspace_id = $workspace_id::bigint
    ORDER BY r.resource`,
  // `quota_used` never returns NULL.
  { present: ["used"] },
);

/**
 * Limits how much of something a workspace may have. What it already has beyond the limit stays.
 * @throws DomainError 400 that names the invalid field, 404 without such a workspace
 */
export async function setQuota(
  { sql }: Pick<Database, "sql">,
  request: { readonly workspaceId: bigint; readonly resource: string; readonly limit: number },
): Promise<void> {
  const { resource, limit } = parseBy(NewQuota, { resource: request.resource, limit: request.limit });
  const place = { workspace_id: request.workspaceId, resource_id: resource };
  if ((await sql.maybe(set, { ...place, limit, ...auditValues() })) === undefined) throw noSuchWorkspace();
}

/** @throws DomainError 400 for an unknown resource, 404 without such a quota */
export async function unsetQuota(
  { sql }: Pick<Database, "sql">,
  request: { readonly workspaceId: bigint; readonly resource: string },
): Promise<void> {
  const { resource } = parseBy(NewQuota.pick({ resource: true }), { resource: request.resource });
  const place = { workspace_id: request.workspaceId, resource_id: resource };
  if ((await sql.maybe(unset, { ...place, ...auditValues() })) === undefined)
    throw new DomainError("not_found", `The workspace has no quota of ${resource}; admin quota list shows its quotas.`);
}

/**
 * Sets or removes a quota of the class that new organizations are of. Its workspaces follow, but for quotas of their own.
 * @param request.limit null removes it
 * @throws DomainError 400 that names the invalid field
 */
export async function setDefaultQuota(
  database: Pick<Database, "transaction">,
  request: { readonly resource: string; readonly limit: number | null },
): Promise<void> {
  const { resource, limit } = parseBy(NewQuota.extend({ limit: NewQuota.shape.limit.nullable() }), request);
  await database.transaction(({ sql }) => setDefaultLimitsIn(sql, { [resource]: limit }));
}

/** Everything that can be limited, with the quota of the class that new organizations are of, null for none. */
export async function readDefaultQuotas({
  sql,
}: Pick<Database, "sql">): Promise<{ resource: QuotaResource; limit: number | null }[]> {
  const limits = await readDefaultLimits(sql);
  return QuotaResource.options.map((resource) => ({ resource, limit: limits.get(resource) ?? null }));
}

/** Everything that can be limited in a workspace, by name, with its usage. */
export async function listQuotas(
  sql: Sql,
  workspaceId: bigint,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Quota[]> {
  const rows = await sql.query(list, {
    workspace_id: workspaceId,
    resources: QuotaResource.options,
    after,
    limit,
  });
  return rows.map((row) => ({ ...row, resource: QuotaResource.parse(row.resource) }));
}

export const listWorkspaceQuotas: Handler<"quota.list"> = async ({ sql, workspace }, { limit, cursor }) => {
  const rows = await listQuotas(sql, workspace.id, {
    after: decodeCursor(cursor, /^[a-z_]+$/) ?? "",
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.resource,
    (row) => row,
  );
};

/** All quotas at once. @throws DomainError 404 without such a workspace */
export async function readQuotas({ sql }: Pick<Database, "sql">, workspaceId: bigint): Promise<Quota[]> {
  const quotas = await listQuotas(sql, workspaceId, { after: "", limit: QuotaResource.options.length });
  if (quotas.length === 0) throw noSuchWorkspace();
  return quotas;
}

function noSuchWorkspace() {
  return new DomainError("not_found", "There is no such workspace; check its id.");
}
