import type { Metadata } from "next";
import { DistributionListPage } from "@/cdn/distribution-list.tsx";
import { distributionList } from "@/cdn/distribution-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "CDN" };

export default listRoute(distributionList, DistributionListPage);
