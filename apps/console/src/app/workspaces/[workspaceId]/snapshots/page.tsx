import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { SnapshotListPage } from "@/snapshots/snapshot-list.tsx";
import { workspaceSnapshotList } from "@/snapshots/snapshot-queries.ts";

export const metadata: Metadata = { title: "Snapshots" };

export default listRoute(workspaceSnapshotList, SnapshotListPage);
