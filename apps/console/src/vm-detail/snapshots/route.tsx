import { readListChoice } from "@/client/list.ts";
import { SNAPSHOTS, snapshotsInput } from "../tab-queries.ts";
import { vmTab } from "../vm-route.tsx";
import { SnapshotsTab } from "./snapshots-tab.tsx";

export const snapshotsTab = vmTab(SnapshotsTab, ({ ask, procedures, workspaceId, vmId, search }) => [
  ask(procedures.snapshot.list.queryOptions(snapshotsInput(workspaceId, vmId, readListChoice(SNAPSHOTS, search)))),
]);
