// Quotas by the class of an organization (docs/adr/0123). A quota of a workspace that comes from the class follows it.
import { QuotaResource } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditOperator } from "../audit/index.ts";
import { auditValues } from "../request/audit-event.ts";

/**
 * SQL that moves the quotas of workspaces from limits to others. A quota of its own stays, and so does none, where the
 * limit before has been taken off.
 * @param workspaces a CTE with `workspace_id`
 * @param before a CTE with `resource`, and the limits `was` and `becomes`, null for none
 */
const follow = (workspaces: string, before: string) => `changed_quota AS (
     UPDATE quota q SET "limit" = b.becomes FROM ${workspaces} m, ${before} b
      WHERE q.workspace_id = m.workspace_id AND q.resource = b.resource AND q.from_class AND b.becomes IS NOT NULL
   ), added_quota AS (
     INSERT INTO quota (workspace_id, resource, "limit", from_class)
     SELECT m.workspace_id, b.resource, b.becomes, true FROM ${workspaces} m, ${before} b
      WHERE b.was IS NULL AND b.becomes IS NOT NULL
         ON CONFLICT (workspace_id, resource) DO NOTHING
   ), removed_quota AS (
     DELETE FROM quota q USING ${workspaces} m, ${before} b
      WHERE q.workspace_id = m.workspace_id AND q.resource = b.resource AND q.from_class AND b.becomes IS NULL
   )`;

const lock = statement("quota_class_lock", "SELECT class_id FROM quota_class WHERE class_id = $class_id FOR UPDATE");

const setLimits = statement(
  "quota_class_set_limits",
  `WITH before AS MATERIALIZED (
     SELECT g.resource, l."limit" AS was, g."limit" AS becomes
       FROM jsonb_to_recordset($limits::jsonb) AS g (resource text, "limit" integer)
       LEFT JOIN quota_class_limit l ON l.class_id = $class_id AND l.resource = g.resource
   ), kept AS (
     INSERT INTO quota_class_limit (class_id, resource, "limit")
     SELECT $class_id, b.resource, b.becomes FROM before b WHERE b.becomes IS NOT NULL
         ON CONFLICT (class_id, resource) DO UPDATE SET "limit" = excluded."limit"
   ), removed AS (
     DELETE FROM quota_class_limit l USING before b
      WHERE l.class_id = $class_id AND l.resource = b.resource AND b.becomes IS NULL
   ), members AS MATERIALIZED (
     SELECT w.workspace_id FROM organization o JOIN workspace w USING (organization_id)
      WHERE o.quota_class_id = $class_id AND w.deleted_at IS NULL
   ), ${follow("members", "before")}
   SELECT count(*)::int AS workspaces FROM members`,
);

const setClass = statement(
  "organization_set_quota_class",
  `WITH old AS MATERIALIZED (
     SELECT o.quota_class_id FROM organization o WHERE o.organization_id = $organization_id FOR UPDATE
   ), changed AS (
     UPDATE organization o SET quota_class_id = $class_id FROM old WHERE o.organization_id = $organization_id
     RETURNING o.organization_id
   ), before AS MATERIALIZED (
     SELECT r.resource, was."limit" AS was, becomes."limit" AS becomes
       FROM old CROSS JOIN unnest($resources::text[]) AS r (resource)
       LEFT JOIN quota_class_limit was ON was.class_id = old.quota_class_id AND was.resource = r.resource
       LEFT JOIN quota_class_limit becomes ON becomes.class_id = $class_id AND becomes.resource = r.resource
   ), members AS MATERIALIZED (
     SELECT w.workspace_id FROM workspace w
      WHERE w.organization_id = $organization_id AND w.deleted_at IS NULL
   ), ${follow("members", "before")}
   ${auditOperator("organization.set_quota_class", {
     ...{
       resource: "changed.organization_id",
       workspace: "NULL::bigint",
       detail: "$class_id || ': ' || $reason::text",
     },
   })}
   RETURNING audit_event_id`,
);

const list = statement(
  "quota_class_limits_default",
  `SELECT l.resource, l."limit" FROM quota_class c JOIN quota_class_limit l USING (class_id) WHERE c.is_default`,
);

const findDefault = statement("quota_class_default", "SELECT class_id FROM quota_class WHERE is_default");

/** The limits of a class: of resources that are left out, they stay. */
export type ClassLimits = Partial<Record<QuotaResource, number | null | undefined>>;

/**
 * Sets limits of a class, in the caller's transaction. Null removes one.
 * @returns whether there is such a class
 */
export async function setClassLimitsIn(sql: Sql, class_id: string, limits: ClassLimits): Promise<boolean> {
  if ((await sql.maybe(lock, { class_id })) === undefined) return false;
  const given = QuotaResource.options.flatMap((resource) => {
    const limit = limits[resource];
    return limit === undefined ? [] : [{ resource, limit }];
  });
  await sql.query(setLimits, { class_id, limits: JSON.stringify(given) });
  return true;
}

/** Sets limits of the class that new organizations are of. */
export async function setDefaultLimitsIn(sql: Sql, limits: ClassLimits): Promise<void> {
  const { class_id } = await sql.one(findDefault);
  await setClassLimitsIn(sql, class_id, limits);
}

/** The limits of the class that new organizations are of. */
export async function readDefaultLimits(sql: Sql): Promise<ReadonlyMap<string, number>> {
  return new Map((await sql.query(list)).map(({ resource, limit }) => [resource, limit]));
}

/**
 * Moves an organization to a class, in the caller's transaction. Concurrent changes of the class wait.
 * @returns whether there is such a class
 */
export async function setOrganizationClassIn(
  sql: Sql,
  request: { readonly organization_id: string; readonly class_id: string; readonly reason: string },
): Promise<boolean> {
  if ((await sql.maybe(lock, { class_id: request.class_id })) === undefined) return false;
  await sql.query(setClass, { ...request, resources: QuotaResource.options, ...auditValues() });
  return true;
}
