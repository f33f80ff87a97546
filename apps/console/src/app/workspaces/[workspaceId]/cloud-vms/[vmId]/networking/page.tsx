import type { Metadata } from "next";
import { networkingTab } from "@/vm-detail/networking/route.tsx";

export const metadata: Metadata = { title: "Networking" };

export default networkingTab("cloud");
