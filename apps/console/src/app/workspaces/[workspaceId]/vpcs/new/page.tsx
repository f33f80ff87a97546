import type { Metadata } from "next";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { route } from "@/server/prefetch.tsx";
import { CreateVpcPage } from "@/vpcs/create-vpc-page.tsx";

export const metadata: Metadata = { title: "New VPC" };

export default route<PageProps<"/workspaces/[workspaceId]/vpcs/new">>(
  CreateVpcPage,
  ({ trpc, ask }, { workspaceId }) => [ask(sitesQuestion(trpc, { workspaceId }))],
);
