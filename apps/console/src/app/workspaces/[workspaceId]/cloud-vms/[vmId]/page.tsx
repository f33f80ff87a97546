import type { Metadata } from "next";
import { overviewTab } from "@/vm-detail/overview/route.tsx";

export const metadata: Metadata = { title: "VM" };

export default overviewTab("cloud");
