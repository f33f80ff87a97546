// Quotas, as who runs the installation sets them (docs/adr/0123).
import { OperatorQuotaClass, OperatorQuotaRequest, QuotaResource } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decided, grantQuotaIn, refuseQuotaIn, setClassLimitsIn, setOrganizationClassIn } from "../billing/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { requireOrganization } from "./organizations.ts";

const classes = statement(
  "operator_quota_class_list",
  `SELECT c.class_id, c.name, c.is_default, c.created_at,
          (SELECT count(*)::int FROM organization o WHERE o.quota_class_id = c.class_id) AS organizations,
          (SELECT coalesce(jsonb_object_agg(l.resource, l."limit"), '{}')
             FROM quota_class_limit l WHERE l.class_id = c.class_id) AS limits
     FROM quota_class c WHERE $class_id::text IS NULL OR c.class_id = $class_id
    ORDER BY c.class_id`,
);

const create = statement("quota_class_create", "INSERT INTO quota_class (class_id, name) VALUES ($class_id, $name)");

const remove = statement("quota_class_delete", "DELETE FROM quota_class WHERE class_id = $class_id");

// The default of before goes first, because there is one.
const noDefault = statement("quota_class_no_default", "UPDATE quota_class SET is_default = false WHERE is_default");
const setDefault = statement(
  "quota_class_set_default",
  "UPDATE quota_class SET is_default = true WHERE class_id = $class_id",
);

const REQUESTS = `SELECT r.quota_request_id, r.workspace_id::text, r.resource, r.wanted, r.reason, r.status, r.granted, r.answer,
          r.requester_name, r.created_at, r.decided_at, r.organization_id, o.name AS organization_name,
          w.name AS workspace_name, q."limit", quota_used(r.workspace_id, r.resource)::int AS used`;
const OF_REQUESTS = `JOIN workspace w ON w.workspace_id = r.workspace_id
     JOIN organization o ON o.organization_id = r.organization_id
     LEFT JOIN quota q ON q.workspace_id = r.workspace_id AND q.resource = r.resource`;
// `quota_used` never returns NULL.
const USED = { present: ["used"] } as const;

const pageOf = (condition: string) => `${REQUESTS}
     FROM (SELECT * FROM quota_request
            WHERE ${condition} AND quota_request_id < $after
            ORDER BY quota_request_id DESC LIMIT $limit::int) AS r
     ${OF_REQUESTS}
    ORDER BY r.quota_request_id DESC`;

const requests = {
  all: statement("operator_quota_request_list", pageOf("true"), USED),
  status: statement("operator_quota_request_list_by_status", pageOf("status = $status"), USED),
};

const request = statement(
  "operator_quota_request_get",
  `${REQUESTS} FROM quota_request r ${OF_REQUESTS} WHERE r.quota_request_id = $quota_request_id`,
  USED,
);

const shownClass = wireForm(OperatorQuotaClass.omit({ limits: true }));
const shownRequest = wireForm(OperatorQuotaRequest.omit({ resource: true, status: true }));

function toClass(row: RowOf<typeof classes>): OperatorQuotaClass {
  const limits = new Map(Object.entries(row.limits as Record<string, number>));
  return {
    ...shownClass(row),
    limits: QuotaResource.options.map((resource) => ({ resource, limit: limits.get(resource) ?? null })),
  };
}

function toRequest(row: RowOf<typeof request>): OperatorQuotaRequest {
  return {
    ...shownRequest(row),
    resource: OperatorQuotaRequest.shape.resource.parse(row.resource),
    status: OperatorQuotaRequest.shape.status.parse(row.status),
  };
}

/** @throws DomainError 404 */
async function readClass(sql: Sql, class_id: string): Promise<OperatorQuotaClass> {
  const row = await sql.maybe(classes, { class_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such quota class; check its id.");
  return toClass(row);
}

export const listQuotaClasses: Handler<"operatorQuotaClass.list"> = async ({ sql }) =>
  (await sql.query(classes, { class_id: undefined })).map(toClass);

export const getQuotaClass: Handler<"operatorQuotaClass.get"> = ({ sql }, { class_id }) => readClass(sql, class_id);

export const createQuotaClass: Handler<"operatorQuotaClass.create"> = async ({ sql }, { class_id, name, limits }) => {
  await sql.query(create, { class_id, name });
  await setClassLimitsIn(sql, class_id, limits);
  return readClass(sql, class_id);
};

export const setQuotaClassLimits: Handler<"operatorQuotaClass.setLimits"> = async ({ sql }, { class_id, limits }) => {
  await setClassLimitsIn(sql, class_id, limits);
  return readClass(sql, class_id);
};

export const setDefaultQuotaClass: Handler<"operatorQuotaClass.setDefault"> = async ({ sql }, { class_id }) => {
  await readClass(sql, class_id);
  await sql.query(noDefault);
  await sql.query(setDefault, { class_id });
  return readClass(sql, class_id);
};

/** The database refuses a class that organizations are of. */
export const removeQuotaClass: Handler<"operatorQuotaClass.remove"> = async ({ sql }, { class_id }) => {
  const { is_default } = await readClass(sql, class_id);
  if (is_default)
    throw conflict("conflict", "New organizations are of this class; make another one the default first.");
  await sql.query(remove, { class_id });
  return { class_id };
};

export const setOrganizationQuotaClass: Handler<"operatorOrganization.setQuotaClass"> = async (
  { sql },
  { organization_id, class_id, reason },
) => {
  await requireOrganization(sql, organization_id);
  if (!(await setOrganizationClassIn(sql, { organization_id, class_id, reason })))
    throw invalidField("class_id", "must be the id of a quota class");
  return { organization_id, class_id };
};

/** @throws DomainError 404 */
async function readRequest(sql: Sql, quota_request_id: string): Promise<OperatorQuotaRequest> {
  const row = await sql.maybe(request, { quota_request_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such quota request; check its id.");
  return toRequest(row);
}

export const listQuotaRequestsForOperator: Handler<"operatorQuotaRequest.list"> = async (
  { sql },
  { limit, cursor, status },
) => {
  const page = { after: olderThan(cursor, "qrq"), limit: limit + 1 };
  const rows = await (status === undefined
    ? sql.query(requests.all, page)
    : sql.query(requests.status, { ...page, status }));
  return toPage(rows, limit, ({ quota_request_id }) => quota_request_id, toRequest);
};

export const getQuotaRequestForOperator: Handler<"operatorQuotaRequest.get"> = ({ sql }, { quota_request_id }) =>
  readRequest(sql, quota_request_id);

export const grantQuotaRequest: Handler<"operatorQuotaRequest.grant"> = async (
  { sql },
  { quota_request_id, granted, reason },
) => {
  if (await grantQuotaIn(sql, { quota_request_id, granted, answer: reason })) return readRequest(sql, quota_request_id);
  throw decided((await readRequest(sql, quota_request_id)).status);
};

export const refuseQuotaRequest: Handler<"operatorQuotaRequest.refuse"> = async (
  { sql },
  { quota_request_id, reason },
) => {
  if (await refuseQuotaIn(sql, { quota_request_id, answer: reason })) return readRequest(sql, quota_request_id);
  throw decided((await readRequest(sql, quota_request_id)).status);
};
