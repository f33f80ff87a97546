import type { Metadata } from "next";
import { DestinationListPage } from "@/backups/destination-list.tsx";
import { destinationList } from "@/backups/destination-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Destinations" };

export default listRoute(destinationList, DestinationListPage);
