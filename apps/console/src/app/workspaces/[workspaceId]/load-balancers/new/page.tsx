import type { Metadata } from "next";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { CreateLoadBalancerPage } from "@/load-balancers/create-load-balancer-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New load balancer" };

export default route<PageProps<"/workspaces/[workspaceId]/load-balancers/new">>(
  CreateLoadBalancerPage,
  ({ trpc, ask }, { workspaceId }) => [ask(sitesQuestion(trpc, { workspaceId }))],
);
