import type { Metadata } from "next";
import { volumesTab } from "@/vm-detail/volumes/route.tsx";

export const metadata: Metadata = { title: "Volumes" };

export default volumesTab("cloud");
