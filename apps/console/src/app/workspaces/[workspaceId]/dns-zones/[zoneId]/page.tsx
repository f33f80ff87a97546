import type { Metadata } from "next";
import { ZoneOverview } from "@/dns/zone-overview.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "DNS zone" };

export default route<PageProps<"/workspaces/[workspaceId]/dns-zones/[zoneId]">>(ZoneOverview, () => []);
