"use client";

import type { FirewallGroup } from "@fulmar/contract";
import { ShieldCheck } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { firewallGroupList } from "./firewall-group-queries.ts";
import { useRuleWords } from "./rule-words.ts";

const FIREWALL_GROUPS: ListedKind = {
  one: "firewall group",
  many: "firewall groups",
  icon: ShieldCheck,
  purpose:
    "A VM without a group can be reached on every port. A group allows only what its rules say, and can be " +
    "linked to any number of VMs.",
  next: { page: "firewall-groups/new", words: "Create a firewall group" },
  hint: "Search for another part of the name.",
};

const column = columnsOf<FirewallGroup>();

const columns = [
  column("name", "Name", (group) => <NameCell page="firewall-groups" id={group.firewall_group_id} name={group.name} />),
  column("default", "Default", (group) =>
    group.is_default ? <StatusBadge tone="busy">default</StatusBadge> : <span className="text-ink-subtle">no</span>,
  ),
  column("lets-in", "Rules", (group) => <RuleSummary group={group} />),
  column("vms", "VMs", (group) => <span className="tabular-nums">{group.linked_instance_count}</span>),
  column("created", "Created", (group) => <DateTime iso={group.created_at} />),
];

export function FirewallGroupListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={firewallGroupList}
      path={path}
      title="Firewall groups"
      lead="Rules for traffic to and from your VMs."
      kind={FIREWALL_GROUPS}
      newLabel="New firewall group"
      scope="network.write"
      columns={columns}
      keyOf={({ firewall_group_id }) => firewall_group_id}
    />
  );
}

/** The first rule in words, and the number of rules. */
function RuleSummary({ group }: { group: FirewallGroup }) {
  const own = group.rules.filter(({ system_managed }) => !system_managed);
  const [first] = own;
  const describeRule = useRuleWords(own.slice(0, 1));
  if (first === undefined) return <span className="text-ink-subtle">no inbound traffic</span>;
  return (
    <div className="min-w-56">
      {describeRule(first)}
      {own.length > 1 && <div className="text-ink-subtle text-xs">and {own.length - 1} more</div>}
    </div>
  );
}
