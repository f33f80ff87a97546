import { defineList, listIn, WHOLE_LIST, type WorkspacePath } from "@/client/list.ts";

export const firewallGroupList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.firewallGroup.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export function firewallGroupInput(workspaceId: string, firewallGroupId: string) {
  return { workspace_id: workspaceId, firewall_group_id: firewallGroupId };
}

export interface FirewallGroupPath extends WorkspacePath {
  readonly firewallGroupId: string;
}

/** The VMs that a firewall group is linked to. */
export const firewallInstanceList = listIn<FirewallGroupPath>()({
  ...WHOLE_LIST,
  ask: (trpc, { workspaceId, firewallGroupId }, page) =>
    trpc.firewallInstance.list.queryOptions({ ...firewallGroupInput(workspaceId, firewallGroupId), ...page }),
  isChanging: ({ pending_changes }) => pending_changes,
});
