import type { Caller } from "../request/caller.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { referenceRefusal, rightsRefusal } from "../request/rights.ts";
import type { Sealer } from "../request/sealed-value.ts";
import { type ApprovalRow, operationOf, statusOf } from "./approval-repository.ts";

/** The input of what waits. */
export function inputOf(sealer: Sealer, { approval_id, sealed_input }: ApprovalRow): Record<string, unknown> {
  if (sealed_input === null) throw new Error(`${approval_id} has no input: it waits no longer`);
  return JSON.parse(sealer.open(sealed_input, approval_id));
}

/** Why somebody may not decide an approval, or null if they may: the role that may do a thing may approve it. */
export function decisionRefusal(row: ApprovalRow, caller: Caller, sealer: Sealer): DomainError | null {
  const status = statusOf(row);
  if (status !== "pending") return decidedBefore(status);
  if (caller.type === "token")
    return new DomainError("forbidden", "Only a user of the console decides what waits for approval.");
  const operation = operationOf(row);
  return rightsRefusal(operation, caller) ?? referenceRefusal(operation, caller, inputOf(sealer, row));
}

/** The same for who wants to approve: where two people must, one alone does not suffice. */
export function approvalRefusal(row: ApprovalRow, caller: Caller, sealer: Sealer): DomainError | null {
  const again = row.needs_two_people === true && row.first_approved_by === caller.id;
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
