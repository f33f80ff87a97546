import { readListChoice } from "@/client/list-address.ts";
import { vmInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { BACKUPS, backupsInput } from "./backups-query.ts";
import { BackupsTab } from "./backups-tab.tsx";

export const backupsTab = vmTab(BackupsTab, ({ client, procedures, workspaceId, vmId, search }) => [
  client.prefetchQuery(procedures.policy.get.queryOptions(vmInput(workspaceId, vmId))),
  client.prefetchQuery(
    procedures.backup.list.queryOptions(backupsInput(workspaceId, vmId, readListChoice(BACKUPS, search))),
  ),
]);
