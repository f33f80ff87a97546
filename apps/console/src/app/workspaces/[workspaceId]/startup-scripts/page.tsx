import type { Metadata } from "next";
import { listRoute } from "@/server/prefetch.tsx";
import { StartupScriptListPage } from "@/startup-scripts/startup-script-list.tsx";
import { startupScriptList } from "@/startup-scripts/startup-script-queries.ts";

export const metadata: Metadata = { title: "Startup scripts" };

export default listRoute(startupScriptList, StartupScriptListPage);
