"use client";

import type { AlertRule } from "@fulmar/contract";
import { alertCondition } from "@fulmar/contract/alerts";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { AlertRuleBadge } from "./alert-badges.tsx";
import { type AlertRulePath, alertRuleQuestion } from "./alert-queries.ts";
import { AlertRuleActions } from "./alert-rule-actions.tsx";
import { minutesOf } from "./alert-words.ts";

const RuleContext = createContext<AlertRule | null>(null);

/** The rule of this page, kept up to date. */
export function useAlertRule(): AlertRule {
  const rule = use(RuleContext);
  if (rule === null) throw new Error("this part of the page is not inside an alert rule's page");
  return rule;
}

const LIST = { page: "alert-rules", label: "Alert rules" };
const TABS = [
  ["", "Overview"],
  ["history", "History"],
] as const;

/** The frame of a rule's pages: its condition, its state, its actions and the tabs. */
export function AlertRuleFrame({ children, ...path }: AlertRulePath & { children: ReactNode }) {
  return (
    <DetailFrame
      list={LIST}
      id={path.alertRuleId}
      kind="Alert rule"
      query={useQuery(alertRuleQuestion(useTRPC(), path))}
      nameOf={({ name }) => name}
      lead={(rule) => `${alertCondition(rule)} for ${minutesOf(rule.minutes)}`}
      aside={(rule) => <AlertRuleBadge rule={rule} />}
      actions={(rule) => <AlertRuleActions rule={rule} />}
      tabs={TABS}
      read={({ alert_rule_id, name }) => ({ operation: "alertRule.get", input: { alert_rule_id, name } })}
    >
      {(rule) => <RuleContext value={rule}>{children}</RuleContext>}
    </DetailFrame>
  );
}
