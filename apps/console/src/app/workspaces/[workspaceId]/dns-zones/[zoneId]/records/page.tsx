import type { Metadata } from "next";
import { recordSetList } from "@/dns/zone-queries.ts";
import { ZoneRecords } from "@/dns/zone-records.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Records of a DNS zone" };

export default listRoute(recordSetList, ZoneRecords);
