import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { volumeSnapshotList } from "@/volumes/volume-queries.ts";
import { VolumeSnapshots } from "@/volumes/volume-snapshots.tsx";

export const metadata: Metadata = { title: "Snapshots of a volume" };

export default listRoute(volumeSnapshotList, VolumeSnapshots);
