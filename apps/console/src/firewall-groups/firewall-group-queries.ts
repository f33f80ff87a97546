import { defineList, type ListChoice, pageOf, type WHOLE_LIST } from "@/client/list.ts";

export const firewallGroupList = defineList({
  filters: {},
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.firewallGroup.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export function firewallGroupInput(workspaceId: string, firewallGroupId: string) {
  return { workspace_id: workspaceId, firewall_group_id: firewallGroupId };
}

export function firewallInstancesInput(
  workspaceId: string,
  firewallGroupId: string,
  choice: ListChoice<(typeof WHOLE_LIST)["filters"], never>,
  cursor?: string,
) {
  return { ...firewallGroupInput(workspaceId, firewallGroupId), ...pageOf(choice, cursor) };
}
