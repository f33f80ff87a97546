import type { Metadata } from "next";
import { consoleTab } from "@/vm-detail/console/route.tsx";

export const metadata: Metadata = { title: "Console log" };

export default consoleTab("gpu");
