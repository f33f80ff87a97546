// An operator who looks at a customer's organization (docs/adr/0128): a row of `operator_acting` lets them in as a
// viewer, who changes nothing and sees no contents.
import { type Operation, type Role, SHOWS_CONTENTS } from "@fulmar/contract";
import { DomainError } from "../domain-error.ts";
import { isLocked } from "./locked-person.ts";

/**
 * SQL: whether a row of `operator_acting` lets its operator in. It ends with its time, the operator's role, their
 * session, a lock, and a membership of their own.
 */
export function isActing(row: string): string {
  return `${row}.ended_at IS NULL AND ${row}.ends_at > now() AND NOT ${isLocked(`${row}.user_id`)}
      AND EXISTS (SELECT FROM operator p WHERE p.user_id = ${row}.user_id AND p.role = 'operator')
      AND EXISTS (SELECT FROM session s WHERE s.id = ${row}.session_id AND s.user_id = ${row}.user_id
                     AND s.expires_at > now() AND s.ends_at > now())
      AND NOT EXISTS (SELECT FROM member own WHERE own.organization_id = ${row}.organization_id
                         AND own.user_id = ${row}.user_id)`;
}

/** The role of a member, or of an operator who looks at the organization. Null for everybody else. */
export function roleOrViewer(role: Role | null, actingId: string | null): Role | null {
  return role ?? (actingId === null ? null : "viewer");
}

/** The refusal of an operator who looks at an organization, for what changes something or shows contents. */
export function actingRefusal({ id, safe }: Operation): DomainError | null {
  if (safe && !SHOWS_CONTENTS.has(id)) return null;
  const message = safe
    ? "Who looks at a customer's organization sees no contents; ask the customer."
    : "Who looks at a customer's organization changes nothing; ask the customer, or use the operators' pages.";
  return new DomainError("forbidden", message, { code: "operator_looks" });
}
