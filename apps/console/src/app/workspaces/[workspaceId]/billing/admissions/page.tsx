import type { Metadata } from "next";
import { AdmissionsPage } from "@/billing/admissions-page.tsx";
import { ADMISSION_LIST, admissionsInput, pricesInput } from "@/billing/billing-queries.ts";
import { readListChoice } from "@/client/list-address.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Admissions" };

export default async function BillingAdmissionsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/billing/admissions">) {
  const { workspaceId } = await params;
  const choice = readListChoice(ADMISSION_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().admission.list.queryOptions(admissionsInput(workspaceId, choice))),
        client.prefetchQuery(api().sku.list.queryOptions(pricesInput(workspaceId))),
      ]}
    >
      <AdmissionsPage />
    </Prefetched>
  );
}
