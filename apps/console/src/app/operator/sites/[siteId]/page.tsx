import type { Metadata } from "next";
import { OperatorSitePage } from "@/operator/sites/site-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Site" };

export default route<PageProps<"/operator/sites/[siteId]">>(OperatorSitePage, ({ trpc, ask }, { siteId }) => [
  ask(trpc.operatorSite.get.queryOptions({ site_id: siteId })),
]);
