import type { Metadata } from "next";
import { PricesPage } from "@/operator/prices/prices-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Prices" };

export default route<PageProps<"/operator/prices">>(PricesPage, ({ trpc, ask }) => [
  ask(trpc.operatorPriceBook.list.queryOptions()),
]);
