import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VpcListPage } from "@/vpcs/vpc-list.tsx";
import { vpcList } from "@/vpcs/vpc-queries.ts";

export const metadata: Metadata = { title: "VPCs" };

export default listRoute(vpcList, VpcListPage);
