import type { Metadata } from "next";
import { TaxPage } from "@/operator/tax-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Tax" };

export default route<PageProps<"/operator/tax">>(TaxPage, ({ trpc, ask }) => [
  ask(trpc.operatorTaxRate.list.queryOptions()),
  ask(trpc.operatorSeller.get.queryOptions()),
]);
