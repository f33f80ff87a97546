import { readListChoice } from "@/client/list.ts";
import { BACKUPS, backupsInput, vmInput } from "../vm-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { BackupsTab } from "./backups-tab.tsx";

export const backupsTab = vmTab(BackupsTab, ({ ask, procedures, workspaceId, vmId, search }) => [
  ask(procedures.policy.get.queryOptions(vmInput(workspaceId, vmId))),
  ask(procedures.backup.list.queryOptions(backupsInput(workspaceId, vmId, readListChoice(BACKUPS, search)))),
]);
