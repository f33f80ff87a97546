import { type ListChoice, listPage, pageOf, type WHOLE_LIST } from "@/client/list-address.ts";

export const FIREWALL_GROUP_LIST = { filters: {}, sorts: [] } as const;

export const firewallGroupListInput = listPage;

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
