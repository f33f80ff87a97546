"use client";

import type { FirewallGroup } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { NameCell } from "@/networking/name-cell.tsx";
import { ruleWords } from "./rule-words.ts";

const column = columnsOf<FirewallGroup>();

export const firewallGroupColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: group } }) => (
      <NameCell page="firewall-groups" id={group.firewall_group_id} name={group.name} />
    ),
  }),
  column.display({
    id: "default",
    header: "Default",
    cell: ({ row: { original: group } }) =>
      group.is_default ? <StatusBadge tone="busy">default</StatusBadge> : <span className="text-ink-subtle">no</span>,
  }),
  column.display({
    id: "lets-in",
    header: "Rules",
    cell: ({ row: { original: group } }) => <RuleSummary group={group} />,
  }),
  column.display({
    id: "vms",
    header: "VMs",
    cell: ({ row: { original: group } }) => <span className="tabular-nums">{group.linked_instance_count}</span>,
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: group } }) => <DateTime iso={group.created_at} />,
  }),
]);

/** The first rule in words, and how many there are. */
function RuleSummary({ group }: { group: FirewallGroup }) {
  const own = group.rules.filter(({ system_managed }) => !system_managed);
  const [first] = own;
  if (first === undefined) return <span className="text-ink-subtle">lets nothing in</span>;
  return (
    <div className="min-w-56">
      {ruleWords(first)}
      {own.length > 1 && <div className="text-ink-subtle text-xs">and {own.length - 1} more</div>}
    </div>
  );
}
