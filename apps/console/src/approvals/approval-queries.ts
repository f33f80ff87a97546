import { APPROVAL_STATUSES, type ApprovalDetail, type RequestedField } from "@fulmar/contract";
import { defineList, type WorkspacePath } from "@/client/list.ts";
import type { ShownPlan } from "@/client/plan-question.ts";
import type { Trpc } from "@/client/trpc.ts";

/** An approval as it arrives: a value that may be null may be absent. */
export type ShownApproval = Omit<ApprovalDetail, "plan" | "fields"> & {
  readonly plan: ShownPlan;
  readonly fields: readonly ShownRequestField[];
};
export type ShownRequestField = Omit<RequestedField, "value"> & { readonly value?: unknown };

/** Inputs of the pages of approvals. Server and browser must use the same inputs to share the cached answers. */
export function approvalInput(workspaceId: string, approvalId: string) {
  return { workspace_id: workspaceId, approval_id: approvalId };
}

/** More than wait at a time, as a rule; the navigation says "99+" beyond. */
export const MOST_WAITING = 100;

/** The requests that wait for a person. */
export function waitingQuestion(trpc: Trpc, { workspaceId }: WorkspacePath) {
  return trpc.approval.list.queryOptions({ workspace_id: workspaceId, status: "pending", limit: MOST_WAITING });
}

export const approvalList = defineList({
  filters: { status: APPROVAL_STATUSES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, page) => trpc.approval.list.queryOptions({ workspace_id: workspaceId, ...page }),
  beside: (trpc, path) => [waitingQuestion(trpc, path)],
});
