import { readListChoice } from "@/client/list-address.ts";
import { vmTab } from "../vm-route.tsx";
import { SNAPSHOTS, snapshotsInput } from "./snapshots-query.ts";
import { SnapshotsTab } from "./snapshots-tab.tsx";

export const snapshotsTab = vmTab(SnapshotsTab, ({ client, procedures, workspaceId, vmId, search }) => [
  client.prefetchQuery(
    procedures.snapshot.list.queryOptions(snapshotsInput(workspaceId, vmId, readListChoice(SNAPSHOTS, search))),
  ),
]);
