import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header.tsx";
import { TabLinks } from "@/components/tab-links.tsx";

const TABS = [
  ["organization", "Organization"],
  ["workspaces", "Workspaces"],
  ["members", "Members"],
  ["activity", "Activity"],
  ["quotas", "Quotas"],
  ["sites", "Sites"],
] as const;

export function SettingsFrame({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" />
      <TabLinks label="Settings" base={`/workspaces/${workspaceId}/settings`} tabs={TABS} />
      {children}
    </>
  );
}
