"use client";

import type { AlertRule, AlertRuleState } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AlertStateBadge } from "./alert-badges.tsx";
import { WatchedResource } from "./alert-columns.tsx";
import { type AlertRulePath, alertStateList } from "./alert-queries.ts";
import { useAlertRule } from "./alert-rule-frame.tsx";
import { STATE_WORDS, watchedOf } from "./alert-words.ts";

const STATES: ListedKind = {
  one: "resource",
  many: "resources",
  icon: Activity,
  purpose: "Resources that the rule watches appear here with its first check, within a minute.",
  hint: "Choose another state.",
};

const column = columnsOf<AlertRuleState>();

const columns = [
  column("resource", "Resource", (state) => <WatchedResource resource={state} />),
  column("state", "State", (state) => <AlertStateBadge state={state} />),
  column("since", "Since", (state) => <DateTime iso={state.breached_since ?? state.since} />),
];

/** A rule's subject, its recipients, and the state of each resource. */
export function AlertRuleOverview(path: AlertRulePath) {
  const rule = useAlertRule();
  return (
    <div className="space-y-10">
      <Facts
        label="Alert rule"
        facts={[
          ["Watches", watchedOf(rule)],
          ["E-mails go to", <Recipients key="recipients" rule={rule} />],
          ["Alert rule id", <Copyable key="id" text={rule.alert_rule_id} label="alert rule id" />],
          ["Description", rule.description === "" ? null : rule.description],
          ["Created", <DateTime key="created" iso={rule.created_at} />],
          ["Changed", <DateTime key="changed" iso={rule.updated_at} />],
        ]}
      />
      <Section title="Resources" lead="Compared once a minute.">
        <ListTable
          list={alertStateList}
          path={path}
          kind={STATES}
          label={`Resources of ${rule.name}`}
          filters={{ state: ["State", (state) => STATE_WORDS[state]] }}
          columns={columns}
          keyOf={({ resource_id }) => resource_id}
        />
      </Section>
    </div>
  );
}

function Recipients({ rule: { notify_admins, notify_user_ids } }: { rule: AlertRule }) {
  const { workspaceId } = useWorkspace();
  const members = useQuery({
    ...useTRPC().member.list.queryOptions(wholeInput(workspaceId)),
    enabled: notify_user_ids.length > 0,
  });
  const named = members.data?.items.filter(({ user_id }) => notify_user_ids.includes(user_id)) ?? [];
  const recipients = [...(notify_admins ? ["owners and admins"] : []), ...named.map(({ name }) => name)];
  return recipients.length === 0 ? "nobody" : recipients.join(", ");
}
