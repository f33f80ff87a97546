import { readListChoice } from "@/client/list.ts";
import { vmInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { BACKUPS, backupsInput } from "./backups-query.ts";
import { BackupsTab } from "./backups-tab.tsx";

export const backupsTab = vmTab(BackupsTab, ({ ask, procedures, workspaceId, vmId, search }) => [
  ask(procedures.policy.get.queryOptions(vmInput(workspaceId, vmId))),
  ask(procedures.backup.list.queryOptions(backupsInput(workspaceId, vmId, readListChoice(BACKUPS, search)))),
]);
