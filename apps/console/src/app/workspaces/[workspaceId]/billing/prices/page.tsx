import type { Metadata } from "next";
import { PricesPage } from "@/billing/prices-page.tsx";
import { wholeInput } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Prices" };

export default route<PageProps<"/workspaces/[workspaceId]/billing/prices">>(
  PricesPage,
  ({ trpc, ask }, { workspaceId }) => [ask(trpc.sku.list.queryOptions(wholeInput(workspaceId)))],
);
