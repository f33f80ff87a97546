// An operator's view of a customer's organization (docs/adr/0128): a row of `operator_acting` lets the browser that began
// it in as a viewer, who changes nothing and sees no contents.
import { type Operation, type Role, SHOWS_CONTENTS } from "@fulmar/contract";
import { DomainError } from "../domain-error.ts";

/**
 * SQL: by what a row of `operator_acting` ends that nobody ended: its time, a lock, a membership of the operator's own,
 * their role, or their session. Null while it is open.
 */
export function endsBy(row: string): string {
  return `view_ends_by(${row}.user_id, ${row}.session_id, ${row}.organization_id, ${row}.ends_at)`;
}

/** SQL: whether a row of `operator_acting` is open. */
export function isOpenView(row: string): string {
  return `(${row}.ended_at IS NULL AND ${endsBy(row)} IS NULL)`;
}

/** SQL: whether a row of `operator_acting` lets in who asks, in the session that began it. `$session_id` is theirs. */
export function letsIn(row: string): string {
  return `${row}.session_id = $session_id::text AND ${isOpenView(row)}`;
}

/** The role of a member, or of an operator who views the organization. Null for everybody else. */
export function roleOrViewer(role: Role | null, viewId: string | null): Role | null {
  return role ?? (viewId === null ? null : "viewer");
}

/** The refusal of an operator who views an organization, for what changes something or shows contents. */
export function viewRefusal({ id, safe }: Operation): DomainError | null {
  if (safe && !SHOWS_CONTENTS.has(id)) return null;
  const message = safe
    ? "Who views a customer's organization sees no contents; ask the customer."
    : "Who views a customer's organization changes nothing; ask the customer, or use the operators' pages.";
  return new DomainError("forbidden", message, { code: "operator_looks" });
}
