import type { Metadata } from "next";
import { firstPage } from "@/client/list.ts";
import { NOWHERE, quotaRequestList } from "@/operator/operator-queries.ts";
import { QuotasPage } from "@/operator/quotas/quotas-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Quotas" };

export default route<PageProps<"/operator/quotas">>(QuotasPage, ({ trpc, ask }, _path, search) => [
  ask(firstPage(quotaRequestList, trpc, NOWHERE, search)),
  ask(trpc.operatorQuotaClass.list.queryOptions()),
]);
