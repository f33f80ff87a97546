import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { BackupsTab } from "@/vms/detail/backups/backups-tab.tsx";
import { backupList } from "@/vms/detail/tab-queries.ts";
import { vmTab } from "@/vms/detail/vm-route.tsx";
import { vmInput } from "@/vms/vm-queries.ts";

export const metadata: Metadata = { title: "Backups" };

export default vmTab(BackupsTab, ({ ask, trpc, procedures, kind, workspaceId, vmId, search }) => [
  ask(procedures.policy.get.queryOptions(vmInput(workspaceId, vmId))),
  ask(firstPage(backupList, trpc, { workspaceId, vmId, kind }, search)),
]);
