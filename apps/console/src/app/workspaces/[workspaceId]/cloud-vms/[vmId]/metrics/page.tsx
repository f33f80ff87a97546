import type { Metadata } from "next";
import { metricsTab } from "@/vm-detail/metrics/route.tsx";

export const metadata: Metadata = { title: "Metrics" };

export default metricsTab("cloud");
