"use client";

import type { VmGroup } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { VmGroupActions } from "./vm-group-actions.tsx";
import { VmGroupBadge } from "./vm-group-badge.tsx";
import { GroupContext } from "./vm-group-place.tsx";
import { type VmGroupPath, vmGroupQuestion } from "./vm-group-queries.ts";

const LIST = { page: "vm-groups", label: "VM groups" };
const TABS = [["", "Overview"]] as const;

/** The frame of a group's page: its state, its actions and its progress. */
export function VmGroupFrame({ children, ...path }: VmGroupPath & { children: ReactNode }) {
  return (
    <DetailFrame
      list={LIST}
      id={path.vmGroupId}
      kind="VM group"
      query={useQuery(vmGroupQuestion(useTRPC(), path))}
      nameOf={({ name }) => name}
      lead={progressOf}
      aside={({ state }) => <VmGroupBadge state={state} />}
      actions={(group) => <VmGroupActions group={group} />}
      tabs={TABS}
      read={({ vm_group_id, name }) => ({ operation: "vmGroup.get", input: { vm_group_id, name } })}
    >
      {(group) => <GroupContext value={group}>{children}</GroupContext>}
    </DetailFrame>
  );
}

function progressOf({ member_count, desired_count, outdated_count }: VmGroup): string {
  const there = `${member_count} of ${desired_count} VMs`;
  return outdated_count === 0 ? there : `${there}, ${outdated_count} to be replaced`;
}
