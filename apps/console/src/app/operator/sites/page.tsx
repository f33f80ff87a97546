import type { Metadata } from "next";
import { OperatorSiteListPage } from "@/operator/sites/site-list.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Sites" };

export default route<PageProps<"/operator/sites">>(OperatorSiteListPage, ({ trpc, ask }) => [
  ask(trpc.operatorSite.list.queryOptions()),
]);
