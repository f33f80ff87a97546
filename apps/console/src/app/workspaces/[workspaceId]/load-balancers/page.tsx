import type { Metadata } from "next";
import { LoadBalancerListPage } from "@/load-balancers/load-balancer-list.tsx";
import { loadBalancerList } from "@/load-balancers/load-balancer-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Load balancers" };

export default listRoute(loadBalancerList, LoadBalancerListPage);
