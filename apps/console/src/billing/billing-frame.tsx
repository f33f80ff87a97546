"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { TaxNote } from "./billing-details.tsx";
import { mayReadWallet } from "./billing-queries.ts";

const TABS = [
  ["", "Overview"],
  ["payments", "Payments"],
  ["usage", "Usage"],
  ["budgets", "Budgets"],
  ["invoices", "Invoices"],
  ["ledger", "Ledger"],
  ["prices", "Prices"],
  ["admissions", "Admissions"],
] as const;

export function BillingFrame({ children }: { children: ReactNode }) {
  const { workspaceId, organization } = useWorkspace();
  return (
    <>
      <PageHeader title="Billing" lead={`The funds and costs of ${organization.name}, and what its workspaces use.`} />
      <TabLinks label="Billing" base={`/workspaces/${workspaceId}/billing`} tabs={TABS} />
      {mayReadWallet(organization) && <TaxNote />}
      {children}
    </>
  );
}
