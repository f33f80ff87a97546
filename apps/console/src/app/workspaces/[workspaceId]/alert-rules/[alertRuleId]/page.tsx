import type { Metadata } from "next";
import { alertStateList } from "@/alerts/alert-queries.ts";
import { AlertRuleOverview } from "@/alerts/alert-rule-overview.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Alert rule" };

export default listRoute(alertStateList, AlertRuleOverview);
