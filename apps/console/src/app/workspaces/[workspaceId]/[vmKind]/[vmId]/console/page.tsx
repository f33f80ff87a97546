import type { Metadata } from "next";
import { ConsoleTab } from "@/vms/detail/console/console-tab.tsx";
import { vmTab } from "@/vms/detail/vm-route.tsx";

export const metadata: Metadata = { title: "Console log" };

// The browser fetches the log, so that a site that does not answer does not delay the page.
export default vmTab(ConsoleTab);
