import type { Metadata } from "next";
import { readListChoice } from "@/client/list-address.ts";
import { sitesInput } from "@/networking/sites-input.ts";
import { ReservedIpListPage } from "@/reserved-ips/reserved-ip-list-page.tsx";
import { RESERVED_IP_LIST, reservedIpListInput } from "@/reserved-ips/reserved-ip-list-query.ts";
import { api, Prefetched } from "@/server/prefetch.tsx";
import { prefetchNames } from "@/server/prefetch-names.ts";

export const metadata: Metadata = { title: "Reserved IPs" };

export default async function ReservedIpsPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/reserved-ips">) {
  const { workspaceId } = await params;
  const choice = readListChoice(RESERVED_IP_LIST, await searchParams);
  const addresses = api().reservedIp.list.queryOptions(reservedIpListInput(workspaceId, choice));
  return (
    <Prefetched
      load={(client) => [
        client.prefetchQuery(addresses).then(() => {
          const attached = client
            .getQueryData(addresses.queryKey)
            ?.items.map(({ attached_resource_id }) => attached_resource_id);
          return prefetchNames(client, workspaceId, attached ?? []);
        }),
        client.prefetchQuery(api().site.list.queryOptions(sitesInput(workspaceId))),
      ]}
    >
      <ReservedIpListPage />
    </Prefetched>
  );
}
