import { readListChoice, WHOLE_LIST } from "@/client/list.ts";
import { firewallInstancesInput } from "@/firewall-groups/firewall-group-queries.ts";
import { LinkedVmsPage } from "@/firewall-groups/linked-vms-page.tsx";
import { route } from "@/server/prefetch.tsx";

export default route<PageProps<"/workspaces/[workspaceId]/firewall-groups/[firewallGroupId]/vms">>(
  LinkedVmsPage,
  ({ trpc, ask }, { workspaceId, firewallGroupId }, search) => [
    ask(
      trpc.firewallInstance.list.queryOptions(
        firewallInstancesInput(workspaceId, firewallGroupId, readListChoice(WHOLE_LIST, search)),
      ),
    ),
  ],
);
