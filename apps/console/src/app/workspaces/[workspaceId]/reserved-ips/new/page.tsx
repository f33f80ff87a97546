import type { Metadata } from "next";
import { sitesInput } from "@/networking/sites-input.ts";
import { ReserveIpPage } from "@/reserved-ips/reserve-ip-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Reserve an IP" };

export default async function NewReservedIpPage({ params }: PageProps<"/workspaces/[workspaceId]/reserved-ips/new">) {
  const { workspaceId } = await params;
  return (
    <Prefetched load={(client) => [client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId)))]}>
      <ReserveIpPage />
    </Prefetched>
  );
}
