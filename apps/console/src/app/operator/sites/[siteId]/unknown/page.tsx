import { NO_SITE } from "@fulmar/contract";
import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { siteDecisionList, strangerList, unknownResourceList } from "@/operator/operator-queries.ts";
import { UnknownResourcesPage } from "@/operator/sites/unknown-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Unknown resources" };

export default route<PageProps<"/operator/sites/[siteId]/unknown">>(
  UnknownResourcesPage,
  ({ trpc, ask }, path, search) => [
    ...(path.siteId === NO_SITE
      ? []
      : [
          ask(trpc.operatorSite.get.queryOptions({ site_id: path.siteId })),
          ask(firstPage(strangerList, trpc, path, search)),
        ]),
    ask(firstPage(unknownResourceList, trpc, path, search)),
    ask(firstPage(siteDecisionList, trpc, path, search)),
  ],
);
