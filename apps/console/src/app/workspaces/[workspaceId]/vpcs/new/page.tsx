import type { Metadata } from "next";
import { sitesInput } from "@/networking/sites-input.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { CreateVpcPage } from "@/vpcs/create-vpc-page.tsx";

export const metadata: Metadata = { title: "New VPC" };

export default async function NewVpcPage({ params }: PageProps<"/workspaces/[workspaceId]/vpcs/new">) {
  const { workspaceId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId)))]}>
      <CreateVpcPage />
    </Prefetched>
  );
}
