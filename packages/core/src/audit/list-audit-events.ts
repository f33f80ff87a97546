import { ERROR_STATUS } from "@fulmar/contract";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";
import { auditHorizon } from "./audit-horizon.ts";
import { before, earlier, fromCursor, microsOf, POSITION, toCursor } from "./audit-position.ts";
import { AuditRepository, toAuditEvent } from "./audit-repository.ts";
import { subjectsVisibleTo } from "./read-scopes.ts";

const SUCCESSES = [200, 201, 202];
const FAILURES = [...new Set(Object.values(ERROR_STATUS))];

/** Lists the workspace's events that the caller may see (design: Audit). @throws DomainError 400, 403, 503 */
export const listAuditEvents: Handler<"auditEvent.list"> = async (
  { sql, workspace, caller, signal },
  { limit, cursor, from, to, ...asked },
) => {
  const subjects = subjectsVisibleTo(caller.scopes);
  if (subjects?.length === 0) throw nothingToSee();
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw invalidField("from", "must not be after to");
  const position = decodeCursor(cursor, POSITION);
  const after = position === undefined ? undefined : fromCursor(position);
  const end = to === undefined ? undefined : microsOf(to);

  const complete = before(await auditHorizon(sql, workspace.id, end, signal));
  const upper = [after, end === undefined ? undefined : before(end)]
    .filter((bound) => bound !== undefined)
    .reduce(earlier, complete);
  const filter = {
    resource_id: listOf(asked.resource_id),
    actor_id: listOf(asked.actor_id),
    action: listOf(asked.action),
    result: asked.result === undefined ? null : statusesOf(asked.result),
    subject: subjects,
  };
  const rows = await new AuditRepository(sql, workspace.id).list(
    filter,
    { upper, from: from === undefined ? 0n : microsOf(from) },
    limit + 1,
  );
  return toPage(rows, limit, ({ micros, audit_event_id }) => toCursor({ micros, id: audit_event_id }), toAuditEvent);
};

function listOf(value: string | undefined): readonly string[] | null {
  return value === undefined ? null : [value];
}

function statusesOf(result: string): readonly number[] {
  if (result === "success") return SUCCESSES;
  return result === "failure" ? FAILURES : [Number(result)];
}

function nothingToSee(): DomainError {
  return new DomainError("forbidden", "Audit events need at least one read scope; use a token that has one.", {
    code: "scope_missing",
  });
}
