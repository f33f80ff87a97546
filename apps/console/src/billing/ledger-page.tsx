"use client";

import type { LedgerEntryRecord } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { WHOLE_LIST } from "@/client/list-address.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ledgerInput } from "./billing-queries.ts";
import { money } from "./money.ts";
import { mayReadWallet } from "./wallet-readers.ts";
import { WalletRefusal } from "./wallet-refusal.tsx";

const MOVEMENTS: ListedKind = {
  one: "movement",
  many: "movements",
  icon: BookOpen,
  purpose: "Top-ups and the usage of each hour are entered here, and add up to the balance.",
};

type LedgerRow = LedgerEntryRecord & { readonly workspaceName: string | null };

const KINDS: Readonly<Record<LedgerEntryRecord["kind"], string>> = { opening: "Opening", top_up: "Top-up", usage: "Usage", adjustment: "Adjustment" };
/** Of the one currency that an installation has. */
const CURRENCY = "USD";

const column = columnsOf<LedgerRow>();
const columns = column.columns([
  column.display({ id: "number", header: "No.", cell: ({ row: { original: entry } }) => <span className="tabular-nums">{entry.entry_number}</span> }),
  column.display({ id: "at", header: "When", cell: ({ row: { original: entry } }) => <DateTime iso={entry.at} /> }),
  column.display({ id: "kind", header: "What", cell: ({ row: { original: entry } }) => KINDS[entry.kind] }),
  column.display({
    id: "reference",
    header: "For",
    cell: ({ row: { original: entry } }) => (
      <div className="max-w-64">
        <span className="block truncate">{entry.workspaceName ?? entry.reference ?? ""}</span>
        {entry.workspaceName !== null && <span className="text-ink-subtle text-xs">{entry.reference}</span>}
      </div>
    ),
  }),
  column.display({
    id: "amount",
    header: "Amount",
    cell: ({ row: { original: entry } }) => (
      <span className={`whitespace-nowrap tabular-nums ${entry.amount.startsWith("-") ? "" : "text-good"}`}>{money(entry.amount, CURRENCY, 4)}</span>
    ),
  }),
  column.display({
    id: "balance",
    header: "Balance after",
    cell: ({ row: { original: entry } }) => <span className="whitespace-nowrap tabular-nums">{money(entry.balance_after, CURRENCY, 4)}</span>,
  }),
]);

/** Every movement of the wallet, newest first. */
export function LedgerPage() {
  const { organization } = useWorkspace();
  return mayReadWallet(organization) ? <Ledger /> : <WalletRefusal />;
}

function Ledger() {
  const list = useListChoice(WHOLE_LIST);
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const query = useQuery({
    ...trpc.wallet.ledger.queryOptions(ledgerInput(organization.organization_id, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
  });
  const nameOf = (id: string | null) =>
    id === null ? null : (organization.workspaces.find(({ workspace_id }) => workspace_id === id)?.name ?? `Workspace ${id}`);
  return (
    <ResourceList kind={MOVEMENTS} list={list} query={query} pages={pages}>
      {(items) => (
        <DataTable
          label="Ledger"
          columns={columns}
          rows={items.map((entry) => ({ ...entry, workspaceName: nameOf(entry.workspace_id) }))}
          keyOf={(entry) => entry.entry_number}
        />
      )}
    </ResourceList>
  );
}
