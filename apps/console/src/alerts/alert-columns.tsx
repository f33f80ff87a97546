"use client";

import type { Alert } from "@fulmar/contract";
import { alertCondition, alertValue } from "@fulmar/contract/alerts";
import { BellRing } from "lucide-react";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { resourceHref, typeName } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AlertBadge } from "./alert-badges.tsx";
import { END_WORDS, minutesOf } from "./alert-words.ts";

export const ALERTS: ListedKind = {
  one: "alert",
  many: "alerts",
  icon: BellRing,
  purpose: "An alert begins when the condition of an alert rule has held long enough. None has yet.",
  next: { page: "alert-rules/new", words: "Create an alert rule" },
  hint: "Choose another status.",
};

/** A link to the watched resource, with its kind below. */
export function WatchedResource({
  resource: { resource_id, resource_type, resource_name },
}: {
  resource: Pick<Alert, "resource_id" | "resource_type" | "resource_name">;
}) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-32 py-2">
      <PromptLink
        href={resourceHref(workspaceId, resource_id)}
        className="rounded font-medium [overflow-wrap:anywhere] hover:underline"
      >
        {resource_name}
      </PromptLink>
      <div className="text-ink-subtle text-xs">{typeName(resource_type)}</div>
    </div>
  );
}

function RuleLink({ alert }: { alert: Alert }) {
  const { workspaceId } = useWorkspace();
  const { alert_rule_id, rule_name, end_reason } = alert;
  return (
    <div className="min-w-40 py-2">
      <div>
        {alertCondition(alert)} for {minutesOf(alert.minutes)}
      </div>
      <div className="text-ink-muted text-xs [overflow-wrap:anywhere]">
        {end_reason === "rule_deleted" ? (
          rule_name
        ) : (
          <PromptLink href={workspaceHref(workspaceId, `alert-rules/${alert_rule_id}`)} className="hover:underline">
            {rule_name}
          </PromptLink>
        )}
      </div>
    </div>
  );
}

function End({ alert: { ended_at, end_reason } }: { alert: Alert }) {
  if (ended_at === null || end_reason === null) return null;
  return (
    <div className="min-w-36 py-2">
      <DateTime iso={ended_at} />
      <div className="text-ink-muted text-xs">{END_WORDS[end_reason]}</div>
    </div>
  );
}

const column = columnsOf<Alert>();

const resource = column("resource", "Resource", (alert) => <WatchedResource resource={alert} />);
const status = column("status", "Status", (alert) => <AlertBadge alert={alert} />);
const rule = column("rule", "Condition", (alert) => <RuleLink alert={alert} />);
const times = [
  column("value", "Value", ({ metric, value }) => <span className="tabular-nums">{alertValue(metric, value)}</span>),
  column("began", "Began", ({ began_at }) => <DateTime iso={began_at} />),
  column("ended", "Ended", (alert) => <End alert={alert} />),
];

export const alertColumns = [resource, status, rule, ...times];
export const historyColumns = [resource, status, ...times];
