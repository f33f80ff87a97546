import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { sitesInput } from "@/networking/sites-input.ts";
import { ReservedIpListPage } from "@/reserved-ips/reserved-ip-list-page.tsx";
import { RESERVED_IP_LIST, reservedIpListInput } from "@/reserved-ips/reserved-ip-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Reserved IPs" };

export default async function ReservedIpsPage({ params, searchParams }: PageProps<"/workspaces/[workspaceId]/reserved-ips">) {
  const { workspaceId } = await params;
  const choice = readListChoice(RESERVED_IP_LIST, await searchParams);
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(api().reservedIp.list.queryOptions(reservedIpListInput(workspaceId, choice))),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
      ]}
    >
      <ReservedIpListPage />
    </Prefetched>
  );
}
