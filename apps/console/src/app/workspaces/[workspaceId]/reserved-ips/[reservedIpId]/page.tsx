import type { Metadata } from "next";
import { sitesInput } from "@/networking/sites-input.ts";
import { reservedIpInput } from "@/reserved-ips/reserved-ip-list-query.ts";
import { ReservedIpPage } from "@/reserved-ips/reserved-ip-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Reserved IP" };

export default async function ReservedIpDetailPage({ params }: PageProps<"/workspaces/[workspaceId]/reserved-ips/[reservedIpId]">) {
  const { workspaceId, reservedIpId } = await params;
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().reservedIp.get.queryOptions(reservedIpInput(workspaceId, reservedIpId))),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
      ]}
    >
      <ReservedIpPage reservedIpId={reservedIpId} />
    </Prefetched>
  );
}
