import type { Metadata } from "next";
import { WorkspacesPage } from "@/settings/workspaces-page.tsx";

export const metadata: Metadata = { title: "Workspaces" };

export default function WorkspacesSettingsPage() {
  return <WorkspacesPage />;
}
