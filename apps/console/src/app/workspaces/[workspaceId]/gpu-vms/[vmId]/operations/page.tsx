import type { Metadata } from "next";
import { operationsTab } from "@/vm-detail/operations/route.tsx";

export const metadata: Metadata = { title: "Operations" };

export default operationsTab("gpu");
