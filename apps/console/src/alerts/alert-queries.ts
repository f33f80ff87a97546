import { ALERT_METRIC_NAMES, ALERT_STATES, ALERT_STATUSES } from "@fulmar/contract/alerts";
import { defineList, listIn, type WorkspacePath, wholeInput } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";

export interface AlertRulePath extends WorkspacePath {
  readonly alertRuleId: string;
}

export const alertList = defineList({
  filters: { status: ALERT_STATUSES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId }, page) => trpc.alert.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export const alertRuleList = defineList({
  filters: { metric: ALERT_METRIC_NAMES },
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.alertRule.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export function alertRuleInput({ workspaceId, alertRuleId }: AlertRulePath) {
  return { workspace_id: workspaceId, alert_rule_id: alertRuleId };
}

export function alertRuleQuestion(trpc: Trpc, path: AlertRulePath) {
  return trpc.alertRule.get.queryOptions(alertRuleInput(path));
}

export const alertStateList = listIn<AlertRulePath>()({
  filters: { state: ALERT_STATES },
  sorts: [],
  unsearched: true,
  // States change each minute, and are not announced unless an alert begins or ends.
  everyMs: 30_000,
  ask: (trpc, path, page) => trpc.alertRule.states.queryOptions({ ...alertRuleInput(path), ...page }),
});

export const alertHistory = listIn<AlertRulePath>()({
  filters: { status: ALERT_STATUSES },
  sorts: [],
  unsearched: true,
  ask: (trpc, { workspaceId, alertRuleId }, page) =>
    trpc.alert.list.queryOptions({ workspace_id: workspaceId, alert_rule_id: alertRuleId, ...page }),
});

/** The choices in a rule's form. Server and browser must use the same input to share the cached answer. */
export function ruleFormQuestions(trpc: Trpc, { workspaceId }: WorkspacePath) {
  return [trpc.member.list.queryOptions(wholeInput(workspaceId))] as const;
}
