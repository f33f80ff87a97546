import type { Metadata } from "next";
import { layout } from "@/server/prefetch.tsx";
import { VpcFrame } from "@/vpcs/vpc-frame.tsx";
import { vpcInput } from "@/vpcs/vpc-queries.ts";

export const metadata: Metadata = { title: "VPC" };

export default layout<LayoutProps<"/workspaces/[workspaceId]/vpcs/[vpcId]">>(
  VpcFrame,
  ({ trpc, ask }, { workspaceId, vpcId }) => [ask(trpc.vpc.get.queryOptions(vpcInput(workspaceId, vpcId)))],
);
