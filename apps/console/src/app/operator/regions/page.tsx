import type { Metadata } from "next";
import { OperatorRegionPage } from "@/operator/regions/region-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Regions" };

export default route<PageProps<"/operator/regions">>(OperatorRegionPage, ({ trpc, ask }) => [
  ask(trpc.operatorRegion.list.queryOptions()),
]);
