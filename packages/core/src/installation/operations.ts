// The operations of all tenants.
import { OperatorOperation } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { explainOperation } from "../diagnosis/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

/** A page of operations, with the names of their workspaces and organizations. */
const named = (page: string) => `SELECT o.operation_id, o.status, o.action, o.resource_type, o.resource_id,
       o.workspace_id::text, w.name AS workspace_name, w.organization_id, g.name AS organization_name, o.error_code,
       o.error_message, o.hold_reason, o.submitted_at, o.finished_at
  FROM (${page}) AS o JOIN workspace w USING (workspace_id)
  JOIN organization g ON g.organization_id = w.organization_id
 ORDER BY o.operation_id DESC LIMIT $limit`;

const STATES = {
  all: "true",
  open: "finished_at IS NULL",
  failed: "status IN ('failed', 'timed_out')",
} as const;

const page = (condition: string) =>
  `SELECT * FROM operation WHERE ${condition} AND operation_id < $before ORDER BY operation_id DESC LIMIT $limit`;

/** Those of an organization are the newest of each of its workspaces. */
const ofOrganization = (condition: string) => `SELECT newest.* FROM workspace own
   CROSS JOIN LATERAL (${page(`workspace_id = own.workspace_id AND ${condition}`)}) AS newest
   WHERE own.organization_id = $organization_id`;

const lists = {
  all: statement("operator_operation_list", named(page(STATES.all))),
  open: statement("operator_operation_list_open", named(page(STATES.open))),
  failed: statement("operator_operation_list_failed", named(page(STATES.failed))),
} as const;

const listsOfOrganization = {
  all: statement("operator_operation_list_of", named(ofOrganization(STATES.all))),
  open: statement("operator_operation_list_of_open", named(ofOrganization(STATES.open))),
  failed: statement("operator_operation_list_of_failed", named(ofOrganization(STATES.failed))),
} as const;

const shown = wireForm(OperatorOperation);

export const listOperations: Handler<"operatorOperation.list"> = async ({ sql }, { limit, cursor, ...asked }) => {
  const { state = "all", organization_id } = asked;
  const place = { before: olderThan(cursor, "op"), limit: limit + 1 };
  const rows =
    organization_id === undefined
      ? await sql.query(lists[state], place)
      : await sql.query(listsOfOrganization[state], { ...place, organization_id });
  return toPage(rows, limit, ({ operation_id }) => operation_id, shown);
};

export const getOperation: Handler<"operatorOperation.get"> = ({ sql }, { operation_id }) =>
  explainOperation({ sql }, operation_id);
