import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { PeeringsOfVpc } from "@/vpc-peerings/peerings-of-vpc.tsx";
import { peeringsOfVpc } from "@/vpc-peerings/vpc-peering-queries.ts";

export const metadata: Metadata = { title: "Peerings of a VPC" };

export default listRoute(peeringsOfVpc, PeeringsOfVpc);
