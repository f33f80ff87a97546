"use client";

import { ListTable } from "@/components/list-page.tsx";
import { ALERTS, historyColumns } from "./alert-columns.tsx";
import { type AlertRulePath, alertHistory } from "./alert-queries.ts";
import { useAlertRule } from "./alert-rule-frame.tsx";

const { next: _next, ...HISTORY } = ALERTS;

export function AlertRuleHistory(path: AlertRulePath) {
  const { name } = useAlertRule();
  return (
    <ListTable
      list={alertHistory}
      path={path}
      kind={HISTORY}
      label={`Alerts of ${name}`}
      filters={{ status: ["Status"] }}
      columns={historyColumns}
      keyOf={({ alert_id }) => alert_id}
    />
  );
}
