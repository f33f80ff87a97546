import type { Metadata } from "next";
import { pricesInput } from "@/billing/billing-queries.ts";
import { PricesPage } from "@/billing/prices-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Prices" };

export default route<PageProps<"/workspaces/[workspaceId]/billing/prices">>(
  PricesPage,
  ({ trpc, ask }, { workspaceId }) => [ask(trpc.sku.list.queryOptions(pricesInput(workspaceId)))],
);
