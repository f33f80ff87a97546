import { defineList, listIn, type WorkspacePath } from "@/client/list.ts";
import type { Trpc } from "@/client/trpc.ts";

export interface VmGroupPath extends WorkspacePath {
  readonly vmGroupId: string;
}

export const vmGroupList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.vmGroup.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export function vmGroupInput({ workspaceId, vmGroupId }: VmGroupPath) {
  return { workspace_id: workspaceId, vm_group_id: vmGroupId };
}

export function vmGroupQuestion(trpc: Trpc, path: VmGroupPath) {
  return trpc.vmGroup.get.queryOptions(vmGroupInput(path));
}

export const vmGroupMemberList = listIn<VmGroupPath>()({
  filters: {},
  sorts: [],
  unsearched: true,
  ask: (trpc, path, page) => trpc.vmGroup.members.queryOptions({ ...vmGroupInput(path), ...page }),
});
