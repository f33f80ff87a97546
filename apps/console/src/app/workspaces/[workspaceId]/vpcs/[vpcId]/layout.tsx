import type { Metadata } from "next";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { VpcFrame } from "@/vpcs/vpc-frame.tsx";
import { vpcInput } from "@/vpcs/vpc-queries.ts";

export const metadata: Metadata = { title: "VPC" };

export default async function VpcLayout({ params, children }: LayoutProps<"/workspaces/[workspaceId]/vpcs/[vpcId]">) {
  const { workspaceId, vpcId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().vpc.get.queryOptions(vpcInput(workspaceId, vpcId)))]}>
      <VpcFrame vpcId={vpcId}>{children}</VpcFrame>
    </Prefetched>
  );
}
