import type { Metadata } from "next";
import { snapshotsTab } from "@/vm-detail/snapshots/route.tsx";

export const metadata: Metadata = { title: "Snapshots" };

export default snapshotsTab("cloud");
