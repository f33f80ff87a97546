import { firstPage } from "@/client/list.ts";
import { vmInput } from "@/vms/vm-queries.ts";
import { backupList } from "../tab-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { BackupsTab } from "./backups-tab.tsx";

export const backupsTab = vmTab(BackupsTab, ({ ask, trpc, procedures, kind, workspaceId, vmId, search }) => [
  ask(procedures.policy.get.queryOptions(vmInput(workspaceId, vmId))),
  ask(firstPage(backupList, trpc, { workspaceId, vmId, kind }, search)),
]);
