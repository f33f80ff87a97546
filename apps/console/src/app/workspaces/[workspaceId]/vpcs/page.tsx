import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { sitesInput } from "@/networking/sites-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { VpcListPage } from "@/vpcs/vpc-list-page.tsx";
import { VPC_LIST, vpcListInput } from "@/vpcs/vpc-queries.ts";

export const metadata: Metadata = { title: "VPCs" };

export default async function VpcsPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/vpcs">) {
  const { workspaceId } = await params;
  const choice = readListChoice(VPC_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().vpc.list.queryOptions(vpcListInput(workspaceId, choice))),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
      ]}
    >
      <VpcListPage />
    </Prefetched>
  );
}
