import { type Operation, ROLES, WORKSPACE_ROLES } from "@fulmar/contract";
import type { Caller } from "../request/caller.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { type Rights, referenceRefusal, rightsOfMember, rightsRefusal } from "../request/door/rights.ts";
import type { Sealer } from "../request/sealing/sealed-value.ts";
import { type ApprovalRow, operationOf } from "./approvals.ts";

/** The input of what waits. */
export function inputOf(sealer: Sealer, { approval_id, sealed_input }: ApprovalRow): Record<string, unknown> {
  if (sealed_input === null) throw new Error(`${approval_id} has no input: it waits no longer`);
  return JSON.parse(sealer.open(sealed_input, approval_id));
}

/**
 * Why somebody with these rights may not decide a request, or null if they may: the role that may do a thing may
 * approve it.
 */
function refusalFor(operation: Operation, rights: Rights, input: Record<string, unknown>): DomainError | null {
  return rightsRefusal(operation, rights) ?? referenceRefusal(operation, rights, input);
}

/** An approval counts as long as who gave it may still give it. */
export function mayStillApprove(
  operation: Operation,
  roles: readonly (string | null)[] | null,
  input: Record<string, unknown>,
): boolean {
  const role = ROLES.find((known) => known === roles?.[0]);
  const own = WORKSPACE_ROLES.find((known) => known === roles?.[1]) ?? null;
  return role !== undefined && refusalFor(operation, rightsOfMember(role, own), input) === null;
}

/** Why the first approval of what waits counts no longer, in a sentence. Null if it counts, or there is none. */
export function lapseOfFirst(row: ApprovalRow, sealer: Sealer): string | null {
  const { first_approved_by, first_approved_by_name, first_approver_roles } = row;
  if (first_approved_by === null || row.status !== "pending") return null;
  if (mayStillApprove(operationOf(row), first_approver_roles, inputOf(sealer, row))) return null;
  const change = first_approver_roles === null ? "is no longer a member" : "may not approve it any more";
  return `${first_approved_by_name} approved it first and ${change}, so that approval no longer counts.`;
}

/** Whether an approval is the first of the two that a request needs. */
export function isFirstOfTwo(row: ApprovalRow, sealer: Sealer): boolean {
  return row.needs_two_people && (row.first_approved_by === null || lapseOfFirst(row, sealer) !== null);
}

/** Why somebody may not decide an approval, or null if they may. */
export function decisionRefusal(row: ApprovalRow, caller: Caller, sealer: Sealer): DomainError | null {
  const status = row.status;
  if (status !== "pending") return decidedBefore(status);
  if (caller.type === "token")
    return new DomainError("forbidden", "Only a user of the console decides what waits for approval.");
  return refusalFor(operationOf(row), caller, inputOf(sealer, row));
}

/** The same for who wants to approve: where two people must, one alone does not suffice. */
export function approvalRefusal(row: ApprovalRow, caller: Caller, sealer: Sealer): DomainError | null {
  const again = row.needs_two_people && row.first_approved_by === caller.id;
  return decisionRefusal(row, caller, sealer) ?? (again ? secondPersonNeeded() : null);
}

function secondPersonNeeded(): DomainError {
  return conflict("second_person_needed", "You have approved it; now somebody else must approve it, too.");
}

/** The refusal of a decision that comes too late. */
export function decidedBefore(status?: string): DomainError {
  const state = status === undefined ? "was decided meanwhile" : `is ${status.replace("_", " ")} already`;
  return conflict("approval_decided", `The request ${state}; there is nothing to decide.`);
}
