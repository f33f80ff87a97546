"use client";

import type { AlertRule } from "@fulmar/contract";
import { ALERT_METRICS, alertCondition } from "@fulmar/contract/alerts";
import { BellPlus } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { ButtonLink } from "@/components/button.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { AlertRuleBadge } from "./alert-badges.tsx";
import { alertRuleList } from "./alert-queries.ts";
import { minutesOf, WATCHED, watchedOf } from "./alert-words.ts";

const RULES: ListedKind = {
  one: "alert rule",
  many: "alert rules",
  icon: BellPlus,
  purpose: "An alert rule tells you when a metric of your resources is too high or too low, by e-mail and webhook.",
  next: { page: "alert-rules/new", words: "Create an alert rule" },
  hint: "Search for another part of the name, or choose another metric.",
};

const column = columnsOf<AlertRule>();

const columns = [
  column("name", "Name", (rule) => (
    <NameCell page="alert-rules" id={rule.alert_rule_id} name={rule.name} idLabel="alert rule id" />
  )),
  column("state", "State", (rule) => <AlertRuleBadge rule={rule} />),
  column("condition", "Condition", (rule) => (
    <div className="min-w-52 py-2">{`${alertCondition(rule)} for ${minutesOf(rule.minutes)}`}</div>
  )),
  column("watched", "Watches", (rule) => <div className="min-w-36">{watchedOf(rule)}</div>),
  column("created", "Created", (rule) => <DateTime iso={rule.created_at} />),
];

export function AlertRuleListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={alertRuleList}
      path={path}
      title="Alert rules"
      lead="What you are told of, and when."
      kind={RULES}
      newLabel="New alert rule"
      scope="alert.write"
      links={<ButtonLink href={workspaceHref(path.workspaceId, "alerts")}>Alerts</ButtonLink>}
      filters={{
        metric: ["Metric", (metric) => `${ALERT_METRICS[metric].title} (${WATCHED[ALERT_METRICS[metric].of]})`],
      }}
      columns={columns}
      keyOf={({ alert_rule_id }) => alert_rule_id}
    />
  );
}
