import type { Metadata } from "next";
import { HealthPage } from "@/operator/health/health-page.tsx";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Health" };

export default route<PageProps<"/operator/health">>(HealthPage, ({ trpc, ask }) => [
  ask(trpc.operatorHealth.get.queryOptions()),
]);
