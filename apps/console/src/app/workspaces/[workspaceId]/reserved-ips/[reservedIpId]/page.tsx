import type { Metadata } from "next";
import { sitesInput } from "@/networking/sites-input.ts";
import { referredBy, reservedIpInput } from "@/reserved-ips/reserved-ip-list-query.ts";
import { ReservedIpPage } from "@/reserved-ips/reserved-ip-page.tsx";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { prefetchNames } from "@/server/prefetch-names.ts";

export const metadata: Metadata = { title: "Reserved IP" };

export default async function ReservedIpDetailPage({
  params,
}: PageProps<"/workspaces/[workspaceId]/reserved-ips/[reservedIpId]">) {
  const { workspaceId, reservedIpId } = await params;
  const address = api().reservedIp.get.queryOptions(reservedIpInput(workspaceId, reservedIpId));
  return (
    <Prefetched
      load={(client) => [
        client
          .prefetchQuery(address)
          .then(() => prefetchNames(client, workspaceId, referredBy(client.getQueryData(address.queryKey)))),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
      ]}
    >
      <ReservedIpPage reservedIpId={reservedIpId} />
    </Prefetched>
  );
}
