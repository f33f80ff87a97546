import type { Metadata } from "next";
import { AlertListPage } from "@/alerts/alert-list.tsx";
import { alertList } from "@/alerts/alert-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Alerts" };

export default listRoute(alertList, AlertListPage);
