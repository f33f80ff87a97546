import type { Metadata } from "next";
import { readListChoice } from "@/client/list.ts";
import { SnapshotsTab } from "@/vms/detail/snapshots/snapshots-tab.tsx";
import { SNAPSHOTS, snapshotsInput } from "@/vms/detail/tab-queries.ts";
import { vmTab } from "@/vms/detail/vm-route.tsx";

export const metadata: Metadata = { title: "Snapshots" };

export default vmTab(SnapshotsTab, ({ ask, procedures, workspaceId, vmId, search }) => [
  ask(procedures.snapshot.list.queryOptions(snapshotsInput(workspaceId, vmId, readListChoice(SNAPSHOTS, search)))),
]);
