import type { Metadata } from "next";
import { PlacementGroupListPage } from "@/placement-groups/placement-group-list.tsx";
import { placementGroupList } from "@/placement-groups/placement-group-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Placement groups" };

export default listRoute(placementGroupList, PlacementGroupListPage);
