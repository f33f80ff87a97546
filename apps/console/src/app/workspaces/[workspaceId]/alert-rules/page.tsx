import type { Metadata } from "next";
import { alertRuleList } from "@/alerts/alert-queries.ts";
import { AlertRuleListPage } from "@/alerts/alert-rule-list.tsx";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Alert rules" };

export default listRoute(alertRuleList, AlertRuleListPage);
