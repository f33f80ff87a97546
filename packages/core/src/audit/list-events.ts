import {
  AccountEvent,
  AuditEvent,
  catalog,
  ERROR_STATUS,
  type Operation,
  type ResourceType,
  typeOfIdentifier,
} from "@fulmar/contract";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";
import { auditHorizon } from "./audit-horizon.ts";
import { before, earlier, fromCursor, LAST, microsOf, POSITION, toCursor } from "./audit-position.ts";
import { EVERYTHING, listFor, type TrailRow, valuesOf } from "./audit-trail.ts";
import { subjectOf, subjectsVisibleTo } from "./read-scopes.ts";

const SUCCESSES = [200, 201, 202];
const FAILURES = [...new Set(Object.values(ERROR_STATUS))];

/** The workspace's events that the caller may see. @throws DomainError 400, 403, 503 */
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
  const range = { upper, from: from === undefined ? 0n : microsOf(from) };
  const rows = await sql.query(listFor("workspace", filter), valuesOf(workspace.id, filter, range, limit + 1));
  return toPage(rows, limit, cursorOf, toAuditEvent);
};

function cursorOf({ micros, audit_event_id }: TrailRow): string {
  return toCursor({ micros, id: audit_event_id });
}

const operations: readonly Pick<Operation, "id" | "resource">[] = catalog;
const resources: ReadonlyMap<string, ResourceType> = new Map(operations.map(({ id, resource }) => [id, resource]));

/**
 * The type of an event's resource: from its id, else from the operation (a bucket is identified by its name), else from
 * the subject of the action. Null when the event names no resource.
 */
function resourceTypeOf({ action, resource_id }: TrailRow): string | null {
  if (resource_id === null) return null;
  return (
    typeOfIdentifier(resource_id) ??
    resources.get(action) ??
    subjectOf(action).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}

const shown = wireForm(AuditEvent.omit({ actor_type: true, resource_type: true }));

function toAuditEvent(row: TrailRow): AuditEvent {
  const actor_type = AuditEvent.shape.actor_type.parse(row.actor_type);
  return { ...shown(row), actor_type, resource_type: resourceTypeOf(row) };
}

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

/**
 * The events of an organization outside its workspaces, newest first. Unlike in a workspace's trail, an event may
 * appear later than its timestamp, when its transaction commits.
 */
export const listOrganizationEvents: Handler<"organizationEvent.list"> = async (
  { sql },
  { organization_id, limit, cursor, from, to, ...asked },
) => {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw invalidField("from", "must not be after to");
  const position = decodeCursor(cursor, POSITION);
  const upper = earlier(
    position === undefined ? LAST : fromCursor(position),
    to === undefined ? LAST : before(microsOf(to)),
  );
  const filter = {
    ...EVERYTHING,
    action: listOf(asked.action),
    actor_id: listOf(asked.actor_id),
    resource_id: listOf(asked.resource_id),
  };
  const range = { upper, from: from === undefined ? 0n : microsOf(from) };
  const rows = await sql.query(listFor("organization", filter), valuesOf(organization_id, filter, range, limit + 1));
  return toPage(rows, limit, cursorOf, (row) => {
    const { resource_name, detail } = row;
    return { ...toAuditEvent(row), resource_name, detail };
  });
};

const toAccountEvent = wireForm(AccountEvent);

export const listAccountEvents: Handler<"account.events"> = async ({ sql, person }, { limit, cursor }) => {
  const position = decodeCursor(cursor, POSITION);
  const range = { upper: position === undefined ? LAST : fromCursor(position), from: 0n };
  const rows = await sql.query(listFor("account", EVERYTHING), valuesOf(person.id, EVERYTHING, range, limit + 1));
  return toPage(rows, limit, cursorOf, toAccountEvent);
};
