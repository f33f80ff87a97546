import type { Metadata } from "next";
import { CatalogPage } from "@/operator/catalog/catalog-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Catalog" };

export default route<PageProps<"/operator/catalog">>(CatalogPage, ({ trpc, ask }) => [
  ask(trpc.operatorPlan.list.queryOptions()),
  ask(trpc.operatorImage.list.queryOptions()),
]);
