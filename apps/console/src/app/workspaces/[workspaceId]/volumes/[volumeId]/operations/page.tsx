import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VolumeOperations } from "@/volumes/volume-operations.tsx";
import { volumeOperationList } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "Operations of a volume" };

export default listRoute(volumeOperationList, VolumeOperations);
