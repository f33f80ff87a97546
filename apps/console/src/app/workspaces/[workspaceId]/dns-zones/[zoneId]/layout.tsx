import { ZoneFrame } from "@/dns/zone-frame.tsx";
import { zoneInput } from "@/dns/zone-queries.ts";
import { layout } from "@/server/prefetch.tsx";

export default layout<LayoutProps<"/workspaces/[workspaceId]/dns-zones/[zoneId]">>(
  ZoneFrame,
  ({ trpc, ask }, { workspaceId, zoneId }) => [ask(trpc.dnsZone.get.queryOptions(zoneInput(workspaceId, zoneId)))],
);
