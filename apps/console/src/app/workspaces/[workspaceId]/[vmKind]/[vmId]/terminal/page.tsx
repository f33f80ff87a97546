import type { Metadata } from "next";
import { TerminalTab } from "@/vms/detail/terminal/terminal-tab.tsx";
import { vmTab } from "@/vms/detail/vm-route.tsx";

export const metadata: Metadata = { title: "Terminal" };

export default vmTab(TerminalTab);
