// Organizations as who runs the installation sees them.
import { OperatorOrganization } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { CURRENCY, readBillingDetails, resumeIn, setCreditIn, suspendIn, topUpIn } from "../billing/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { noSuchOrganization } from "../request/domain-error.ts";

const COLUMNS = `o.organization_id, o.name, o.created_at, o.quota_class_id, trim_scale(coalesce(w.balance, 0))::text AS balance,
          trim_scale(coalesce(w.credit_limit, 0))::text AS credit_limit, coalesce(w.currency, ${CURRENCY}) AS currency,
          w.suspended_at, w.suspended_by, w.suspended_reason,
          (SELECT count(*)::int FROM workspace s
            WHERE s.organization_id = o.organization_id AND s.deleted_at IS NULL) AS workspaces,
          (SELECT count(*)::int FROM member m WHERE m.organization_id = o.organization_id) AS members,
          ARRAY(SELECT u.email FROM member m JOIN "user" u ON u.id = m.user_id
                 WHERE m.organization_id = o.organization_id AND m.role = 'owner' ORDER BY u.email) AS owners`;

const ROWS = "organization o LEFT JOIN wallet w ON w.organization_id = o.organization_id";
const PRESENT = { present: ["currency"] } as const;

const list = statement(
  "operator_organization_list",
  `SELECT ${COLUMNS} FROM ${ROWS}
    WHERE o.organization_id < $before
      AND ($suspended::boolean IS NULL OR (w.suspended_at IS NOT NULL) = $suspended)
      AND ($search::text IS NULL OR strpos(lower(o.name), lower($search)) > 0 OR EXISTS (
        SELECT FROM member m JOIN "user" u ON u.id = m.user_id
         WHERE m.organization_id = o.organization_id AND strpos(lower(u.email), lower($search)) > 0))
    ORDER BY o.organization_id DESC LIMIT $limit`,
  PRESENT,
);

const get = statement(
  "operator_organization_get",
  `SELECT ${COLUMNS} FROM ${ROWS} WHERE o.organization_id = $organization_id`,
  PRESENT,
);

const workspaces = statement(
  "operator_organization_workspaces",
  `SELECT workspace_id::text, name FROM workspace
    WHERE organization_id = $organization_id AND deleted_at IS NULL ORDER BY workspace_id`,
);

const members = statement(
  "operator_organization_members",
  `SELECT m.user_id, u.name, u.email, m.role FROM member m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = $organization_id ORDER BY u.email LIMIT 200`,
);

const exists = statement(
  "operator_organization_exists",
  "SELECT organization_id FROM organization WHERE organization_id = $organization_id",
);

const shown = wireForm(OperatorOrganization);

/** @throws DomainError 404 */
export async function requireOrganization(sql: Sql, organizationId: string): Promise<void> {
  if ((await sql.maybe(exists, { organization_id: organizationId })) === undefined) throw noSuchOrganization();
}

export const listOrganizationsForOperator: Handler<"operatorOrganization.list"> = async (
  { sql },
  { limit, cursor, search, suspended },
) => {
  const before = olderThan(cursor, "org");
  const rows = await sql.query(list, { before, search, suspended, limit: limit + 1 });
  return toPage(rows, limit, ({ organization_id }) => organization_id, shown);
};

export const getOrganizationForOperator: Handler<"operatorOrganization.get"> = async ({ sql }, { organization_id }) => {
  const [row, workspace_list, member_list, billing_details] = await Promise.all([
    sql.maybe(get, { organization_id }),
    sql.query(workspaces, { organization_id }),
    sql.query(members, { organization_id }),
    readBillingDetails(sql, organization_id),
  ]);
  if (row === undefined) throw noSuchOrganization();
  return { ...shown(row), workspace_list, member_list, billing_details };
};

export const suspendOrganization: Handler<"operatorOrganization.suspend"> = ({ sql }, { organization_id, reason }) =>
  suspendIn(sql, { organizationId: organization_id, reason });

export const resumeOrganization: Handler<"operatorOrganization.resume"> = (
  { sql },
  { organization_id, due_at, reason },
) =>
  resumeIn(sql, {
    organizationId: organization_id,
    dueAt: due_at === undefined ? undefined : new Date(due_at),
    reason,
  });

export const topUpOrganization: Handler<"operatorOrganization.topUp"> = ({ sql }, { organization_id, ...payment }) =>
  topUpIn(sql, { organizationId: organization_id, ...payment });

export const setOrganizationCredit: Handler<"operatorOrganization.setCredit"> = (
  { sql },
  { organization_id, credit_limit },
) => setCreditIn(sql, { organizationId: organization_id, creditLimit: credit_limit });
