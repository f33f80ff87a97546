import type { Metadata } from "next";
import { alertHistory } from "@/alerts/alert-queries.ts";
import { AlertRuleHistory } from "@/alerts/alert-rule-history.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "History of an alert rule" };

export default listRoute(alertHistory, AlertRuleHistory);
