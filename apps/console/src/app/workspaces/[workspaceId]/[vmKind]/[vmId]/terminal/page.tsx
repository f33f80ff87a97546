import type { Metadata } from "next";
import { TerminalTab } from "@/vm-detail/terminal/terminal-tab.tsx";
import { vmTab } from "@/vm-detail/vm-route.tsx";

export const metadata: Metadata = { title: "Terminal" };

export default vmTab(TerminalTab);
