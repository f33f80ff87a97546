import { readListChoice } from "@/client/list.ts";
import { vmTab } from "../vm-route.tsx";
import { SNAPSHOTS, snapshotsInput } from "./snapshots-query.ts";
import { SnapshotsTab } from "./snapshots-tab.tsx";

export const snapshotsTab = vmTab(SnapshotsTab, ({ ask, procedures, workspaceId, vmId, search }) => [
  ask(procedures.snapshot.list.queryOptions(snapshotsInput(workspaceId, vmId, readListChoice(SNAPSHOTS, search)))),
]);
