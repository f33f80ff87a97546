import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { VpcPeeringListPage } from "@/vpc-peerings/vpc-peering-list.tsx";
import { vpcPeeringList } from "@/vpc-peerings/vpc-peering-queries.ts";

export const metadata: Metadata = { title: "VPC peerings" };

export default listRoute(vpcPeeringList, VpcPeeringListPage);
