import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VolumeListPage } from "@/volumes/volume-list.tsx";
import { volumeList } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "Volumes" };

export default listRoute(volumeList, VolumeListPage);
