// Operators' views of customers' organizations, and what the customer sees of them (docs/adr/0128).
import { OperatorActing, OperatorView } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { auditOperator } from "../audit/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import { auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { isOpenView } from "../request/door/operator-view.ts";
import { newId } from "../request/identifiers.ts";
import { recordEnd } from "./end-views.ts";
import { requirePerson } from "./operators.ts";

const ROWS = `SELECT a.acting_id, a.organization_id, o.name AS organization_name, a.user_id, a.operator_name, a.reason,
          a.started_at, a.ends_at, a.ended_at, a.ended_by, ${isOpenView("a")} AS active
     FROM operator_acting a JOIN organization o ON o.organization_id = a.organization_id`;

/** A page along the index of one column, or of all views. */
const pageOf = (condition: string) =>
  `${ROWS} WHERE ${condition} AND a.acting_id < $before ORDER BY a.acting_id DESC LIMIT $limit`;
const OF_ORGANIZATION = "a.organization_id = $organization_id";

const list = statement("operator_acting_list", pageOf("true"));
const listOf = statement("operator_acting_list_of", pageOf(OF_ORGANIZATION));
const listBy = statement(
  "operator_acting_list_by",
  pageOf(`a.user_id = $user_id AND ($organization_id::text IS NULL OR ${OF_ORGANIZATION})`),
);

const get = statement("operator_acting_get", `${ROWS} WHERE a.acting_id = $acting_id`);

// One start of an operator at a time.
const prepare = statement(
  "operator_acting_prepare",
  `SELECT o.name, EXISTS (SELECT FROM member m WHERE m.organization_id = o.organization_id
                             AND m.user_id = p.user_id) AS is_member
     FROM operator p LEFT JOIN organization o ON o.organization_id = $organization_id
    WHERE p.user_id = $user_id FOR UPDATE OF p`,
);

const open = statement("operator_acting_open", `${ROWS} WHERE a.user_id = $user_id AND a.ended_at IS NULL`);

const start = statement(
  "operator_acting_start",
  `WITH changed AS (
     INSERT INTO operator_acting (acting_id, organization_id, user_id, operator_name, session_id, reason, ends_at)
     VALUES ($acting_id, $organization_id, $user_id, $operator_name, $session_id, $reason,
             now() + $minutes::int * interval '1 minute')
     RETURNING organization_id, operator_name, reason, ends_at
   )
   ${auditOperator("organization.view_start", {
     resource: "changed.organization_id",
     workspace: "NULL::bigint",
     detail: `changed.operator_name || ' views the organization until '
       || to_char(changed.ends_at AT TIME ZONE 'UTC', 'HH24:MI') || ' UTC: ' || changed.reason`,
   })}`,
);

const end = statement(
  "operator_acting_end",
  `WITH changed AS (
     UPDATE operator_acting a SET ended_at = now(), ended_by = 'operator'
      WHERE a.acting_id = $acting_id AND ${isOpenView("a")}
     RETURNING a.organization_id, a.operator_name
   )
   ${auditOperator("organization.view_end", {
     resource: "changed.organization_id",
     workspace: "NULL::bigint",
     detail: "changed.operator_name || ' views the organization no longer'",
   })}
   RETURNING audit_event_id`,
);

const EndedBy = OperatorActing.shape.ended_by;
const shown = wireForm(OperatorActing.omit({ ended_by: true }));
const shownToCustomer = wireForm(OperatorView.omit({ ended_by: true }));

const toView = ({ ended_by, ...row }: RowOf<typeof get>): OperatorActing => ({
  ...shown(row),
  ended_by: EndedBy.parse(ended_by),
});

export const listViews: Handler<"operatorActing.list"> = async (
  { sql },
  { limit, cursor, organization_id, user_id },
) => {
  const page = { before: olderThan(cursor, "act"), limit: limit + 1 };
  const rows = await (user_id !== undefined
    ? sql.query(listBy, { ...page, user_id, organization_id })
    : organization_id !== undefined
      ? sql.query(listOf, { ...page, organization_id })
      : sql.query(list, page));
  return toPage(rows, limit, ({ acting_id }) => acting_id, toView);
};

export const getView: Handler<"operatorActing.get"> = ({ sql }, { acting_id }) => readView(sql, acting_id);

export const startView: Handler<"operatorActing.start"> = async ({ sql, operator, ...from }, input) => {
  requirePerson(operator, "views no organization");
  const { userId: user_id, name: operator_name, sessionId: session_id } = operator;
  if (session_id === undefined) throw new DomainError("forbidden", "Sign in to the console, and view it there.");
  const { organization_id, reason, minutes } = input;
  const found = await sql.maybe(prepare, { user_id, organization_id });
  if (found === undefined || found.name === null)
    throw new DomainError("not_found", "There is no such organization; check the id.");
  if (found.is_member) throw conflict("already_member", "You are a member of the organization; open it as yourself.");
  const present = await sql.maybe(open, { user_id });
  if (present?.active === true)
    throw conflict("looks_already", `You view ${present.organization_name} already; end that first.`, [
      { type: "organization", id: present.organization_id, name: present.organization_name },
    ]);
  // What ended by itself no longer stands in the way.
  if (present !== undefined) await recordEnd(sql, present.acting_id);
  const acting_id = newId("act");
  const { audit_event_id, request_id } = auditValues(from);
  const row = { acting_id, organization_id, user_id, operator_name, session_id, reason, minutes };
  await sql.query(start, { ...row, audit_event_id, request_id });
  return readView(sql, acting_id);
};

export const endView: Handler<"operatorActing.end"> = async ({ sql, requestId }, { acting_id }) => {
  await readView(sql, acting_id);
  const { audit_event_id, request_id } = auditValues({ requestId });
  const ended = await sql.maybe(end, { acting_id, audit_event_id, request_id });
  if (ended === undefined) throw conflict("acting_ended", "It has ended already; there is nothing to end.");
  return readView(sql, acting_id);
};

/** For the customer: who viewed their organization, when and why. */
export const listOperatorViews: Handler<"operatorView.list"> = async ({ sql }, { organization_id, limit, cursor }) => {
  const before = olderThan(cursor, "act");
  const rows = await sql.query(listOf, { organization_id, before, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ acting_id }) => acting_id,
    ({ organization_id: _, organization_name: __, user_id: ___, ended_by, ...row }) => ({
      ...shownToCustomer(row),
      ended_by: EndedBy.parse(ended_by),
    }),
  );
};

/** @throws DomainError 404 */
async function readView(sql: Sql, acting_id: string): Promise<OperatorActing> {
  const row = await sql.maybe(get, { acting_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such view of an organization; check the id.");
  return toView(row);
}
