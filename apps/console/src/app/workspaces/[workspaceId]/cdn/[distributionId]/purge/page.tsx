import type { Metadata } from "next";
import { purgeList } from "@/cdn/distribution-queries.ts";
import { PurgePage } from "@/cdn/purge-page.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Purges of a distribution" };

export default listRoute(purgeList, PurgePage);
