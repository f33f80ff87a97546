// Requests for higher quotas, as tenants make them (docs/adr/0123).
import { QuotaRequest } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { auditOperator } from "../audit/index.ts";
import { tellOfQuota } from "../mail/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import { auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

const COLUMNS = `r.quota_request_id, r.workspace_id::text, r.resource, r.wanted, r.reason, r.status, r.granted,
          r.answer, r.requester_name, r.created_at, r.decided_at`;
const ONE = "r.workspace_id = $workspace_id::bigint AND r.quota_request_id = $quota_request_id";

const list = statement(
  "quota_request_list",
  `SELECT ${COLUMNS} FROM quota_request r
    WHERE r.workspace_id = $workspace_id::bigint AND r.quota_request_id < $after
      AND ($status::text IS NULL OR r.status = $status)
    ORDER BY r.quota_request_id DESC LIMIT $limit::int`,
);

const get = statement("quota_request_get", `SELECT ${COLUMNS} FROM quota_request r WHERE ${ONE}`);

const insert = statement(
  "quota_request_insert",
  `INSERT INTO quota_request AS r (workspace_id, quota_request_id, organization_id, resource, wanted, reason, requested_by,
                                   requester_name)
   VALUES ($workspace_id::bigint, $quota_request_id, $organization_id, $resource, $wanted::int, $reason, $requested_by,
           $requester_name)
   RETURNING ${COLUMNS}`,
);

// Whoever decides first has decided.
const withdraw = statement(
  "quota_request_withdraw",
  `UPDATE quota_request r SET status = 'withdrawn', decided_at = now() WHERE ${ONE} AND r.status = 'open'
   RETURNING ${COLUMNS}`,
);

const decide = (
  decision: string,
  action: "quota_request.grant" | "quota_request.refuse",
  more: string,
  detail: string,
) =>
  `WITH changed AS (
     UPDATE quota_request r SET ${decision}, answer = $answer, decided_at = now()
      WHERE r.quota_request_id = $quota_request_id AND r.status = 'open' RETURNING r.*
   ), ${more} told AS (
     ${tellOfQuota("changed")}
   )
   ${auditOperator(action, {
     ...{ resource: "changed.quota_request_id", workspace: "changed.workspace_id", detail },
   })}
   RETURNING audit_event_id`;

const grant = statement(
  "quota_request_grant",
  decide(
    "status = 'granted', granted = coalesce($granted::int, r.wanted)",
    "quota_request.grant",
    `given AS (
     INSERT INTO quota (workspace_id, resource, "limit", from_class)
     SELECT c.workspace_id, c.resource, c.granted, false FROM changed c
         ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = excluded."limit", from_class = false
   ),`,
    "changed.resource || ' ' || changed.granted",
  ),
);

const refuse = statement(
  "quota_request_refuse",
  decide("status = 'refused'", "quota_request.refuse", "", "changed.answer"),
);

const shown = wireForm(QuotaRequest.omit({ resource: true, status: true }));

function toRequest(row: RowOf<typeof get>): QuotaRequest {
  return {
    ...shown(row),
    resource: QuotaRequest.shape.resource.parse(row.resource),
    status: QuotaRequest.shape.status.parse(row.status),
  };
}

export const listQuotaRequests: Handler<"quotaRequest.list"> = async (
  { sql, workspace },
  { limit, cursor, status },
) => {
  const after = olderThan(cursor, "qrq");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, status, limit: limit + 1 });
  return toPage(rows, limit, ({ quota_request_id }) => quota_request_id, toRequest);
};

export const getQuotaRequest: Handler<"quotaRequest.get"> = async ({ sql, workspace }, { quota_request_id }) =>
  toRequest(found(await sql.maybe(get, { workspace_id: workspace.id, quota_request_id }), "quota request"));

/** The database refuses a second open request for a quota. */
export const createQuotaRequest: Handler<"quotaRequest.create"> = async ({ sql, workspace, caller }, request) =>
  toRequest(
    await sql.one(insert, {
      ...request,
      ...{ workspace_id: workspace.id, organization_id: workspace.organizationId },
      ...{ quota_request_id: newId("qrq"), requested_by: caller.id, requester_name: caller.name },
    }),
  );

export const withdrawQuotaRequest: Handler<"quotaRequest.withdraw"> = async (
  { sql, workspace },
  { quota_request_id },
) => {
  const place = { workspace_id: workspace.id, quota_request_id };
  const row = await sql.maybe(withdraw, place);
  if (row !== undefined) return toRequest(row);
  throw decided(found(await sql.maybe(get, place), "quota request").status);
};

/**
 * Grants a request, or a part of it, in the caller's transaction. The workspace has the limit of its own from then on.
 * @returns whether it was open
 */
export async function grantQuotaIn(
  sql: Sql,
  request: {
    readonly quota_request_id: string;
    readonly granted: number | undefined;
    readonly answer: string | undefined;
  },
): Promise<boolean> {
  return (await sql.maybe(grant, { ...request, ...auditValues() })) !== undefined;
}

/** Refuses a request, in the caller's transaction. @returns whether it was open */
export async function refuseQuotaIn(
  sql: Sql,
  request: { readonly quota_request_id: string; readonly answer: string },
): Promise<boolean> {
  return (await sql.maybe(refuse, { ...request, ...auditValues() })) !== undefined;
}

/** The refusal to decide a request that is not open. @param status what became of it */
export function decided(status: string) {
  return conflict("quota_request_decided", `The request is ${status} already; make a new one if the quota is too low.`);
}
