import type { Metadata } from "next";
import { settingsTab } from "@/vm-detail/settings/route.tsx";

export const metadata: Metadata = { title: "Settings" };

export default settingsTab("cloud");
