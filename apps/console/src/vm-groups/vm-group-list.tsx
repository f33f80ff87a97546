"use client";

import type { VmGroup } from "@fulmar/contract";
import { Boxes } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { VmGroupBadge } from "./vm-group-badge.tsx";
import { vmGroupList } from "./vm-group-queries.ts";

const GROUPS: ListedKind = {
  one: "VM group",
  many: "VM groups",
  icon: Boxes,
  purpose: "A VM group keeps as many equal VMs as you say: it replaces those that fail, and rolls out a new template.",
  next: { page: "vm-groups/new", words: "Create a VM group" },
  hint: "Search for another part of the name.",
};

const column = columnsOf<VmGroup>();

const columns = [
  column("name", "Name", (group) => (
    <NameCell page="vm-groups" id={group.vm_group_id} name={group.name} idLabel="VM group id" />
  )),
  column("state", "State", (group) => <VmGroupBadge state={group.state} />),
  column("vms", "VMs", (group) => <span className="whitespace-nowrap">{countOf(group)}</span>),
  column("plan", "Plan", (group) => group.plan_id),
  column("image", "Image", (group) => group.template_id),
  column("created", "Created", (group) => <DateTime iso={group.created_at} />),
];

/** `2–6, now 3`, or without rules `3 of 3`. */
function countOf({ scaling, member_count, desired_count }: VmGroup): string {
  if (scaling === null) return `${member_count} of ${desired_count}`;
  return `${scaling.min_count}–${scaling.max_count}, now ${member_count}`;
}

export function VmGroupListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={vmGroupList}
      path={path}
      title="VM groups"
      lead="Equal VMs by a template and a count."
      kind={GROUPS}
      newLabel="New VM group"
      scope="vm.write"
      columns={columns}
      keyOf={({ vm_group_id }) => vm_group_id}
    />
  );
}
