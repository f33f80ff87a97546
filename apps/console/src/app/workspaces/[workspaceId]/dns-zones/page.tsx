import type { Metadata } from "next";
import { ZoneListPage } from "@/dns/zone-list.tsx";
import { zoneList } from "@/dns/zone-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "DNS zones" };

export default listRoute(zoneList, ZoneListPage);
