import type { Metadata } from "next";
import { backupsTab } from "@/vm-detail/backups/route.tsx";

export const metadata: Metadata = { title: "Backups" };

export default backupsTab("cloud");
