import type { Metadata } from "next";
import { terminalTab } from "@/vm-detail/terminal/route.tsx";

export const metadata: Metadata = { title: "Terminal" };

export default terminalTab("cloud");
