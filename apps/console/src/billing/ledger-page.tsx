"use client";

import type { LedgerEntryRecord } from "@fulmar/contract";
import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { money } from "@/client/money.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { useInstallation } from "@/shell/installation.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { ledgerList, mayReadWallet } from "./billing-queries.ts";
import { WalletRefusal } from "./wallet-refusal.tsx";

const MOVEMENTS: ListedKind = {
  one: "movement",
  many: "movements",
  icon: BookOpen,
  purpose: "Top-ups and hourly usage are entered here. They add up to the balance.",
};

const KINDS: Readonly<Record<LedgerEntryRecord["kind"], string>> = {
  opening: "Opening",
  top_up: "Top-up",
  usage: "Usage",
  adjustment: "Adjustment",
  tax: "Tax of an invoice",
};
/** The hour of a usage entry, "2026-11-21T20:00:00Z", in words. */
const formatHour = (hour: string) => `${hour.slice(0, 10)} ${hour.slice(11, 16)} UTC, one hour`;

const column = columnsOf<LedgerEntryRecord>();
const columns = [
  column("number", "No.", (entry) => <span className="tabular-nums">{entry.entry_number}</span>),
  column("at", "When", (entry) => <DateTime iso={entry.at} />),
  column("kind", "What", (entry) => KINDS[entry.kind]),
  column("reference", "For", (entry) => <Reference entry={entry} />),
  column(
    "amount",
    () => <AmountTitle>Amount</AmountTitle>,
    (entry) => <Sum gain={!entry.amount.startsWith("-")} amount={entry.amount} />,
  ),
  column(
    "balance",
    () => <AmountTitle>Balance after</AmountTitle>,
    (entry) => <Sum amount={entry.balance_after} />,
  ),
];

function Sum({ amount, gain = false }: { amount: string; gain?: boolean }) {
  return <Amount gain={gain}>{money(amount, useInstallation().currency, 4, 4)}</Amount>;
}

/** The ledger, newest first. */
export function LedgerPage() {
  const { organization } = useWorkspace();
  return mayReadWallet(organization) ? <Ledger /> : <WalletRefusal />;
}

function Ledger() {
  const { organization } = useWorkspace();
  return (
    <ListTable
      list={ledgerList}
      path={{ organizationId: organization.organization_id }}
      kind={MOVEMENTS}
      label="Ledger"
      columns={columns}
      keyOf={(entry) => entry.entry_number}
    />
  );
}

/** The workspace or the reference that an entry is for. */
function Reference({ entry: { kind, reference, workspace_id } }: { entry: LedgerEntryRecord }) {
  const { organization } = useWorkspace();
  if (workspace_id === null) return <ReferenceCell>{reference}</ReferenceCell>;
  const workspace = organization.workspaces.find((one) => one.workspace_id === workspace_id);
  return (
    <ReferenceCell>
      {workspace?.name ?? `Workspace ${workspace_id}`}
      {reference !== null && (
        <span className="block text-ink-subtle text-xs">{kind === "usage" ? formatHour(reference) : reference}</span>
      )}
    </ReferenceCell>
  );
}

function ReferenceCell({ children }: { children: ReactNode }) {
  return <div className="min-w-44 max-w-72 py-2 [overflow-wrap:anywhere]">{children}</div>;
}
