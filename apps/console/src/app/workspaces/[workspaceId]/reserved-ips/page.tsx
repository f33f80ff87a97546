import type { Metadata } from "next";
import { ReservedIpListPage } from "@/reserved-ips/reserved-ip-list.tsx";
import { reservedIpList } from "@/reserved-ips/reserved-ip-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Reserved IPs" };

export default listRoute(reservedIpList, ReservedIpListPage);
