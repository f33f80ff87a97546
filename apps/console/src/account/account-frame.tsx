import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header.tsx";
import { TabLinks } from "@/components/tab-links.tsx";

const TABS = [
  ["profile", "Profile"],
  ["security", "Security"],
] as const;

export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Account" />
      <TabLinks label="Account" base="/account" tabs={TABS} />
      {children}
    </>
  );
}
