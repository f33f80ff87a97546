"use client";

import type { LedgerEntryRecord } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { WHOLE_LIST } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice, usePages } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
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

const KINDS: Readonly<Record<LedgerEntryRecord["kind"], string>> = {
  opening: "Opening",
  top_up: "Top-up",
  usage: "Usage",
  adjustment: "Adjustment",
};
/** The hour of a usage entry, "2026-11-21T20:00:00Z", in words. */
const formatHour = (hour: string) => `${hour.slice(0, 10)} ${hour.slice(11, 16)} UTC, one hour`;
/** An installation has one currency. */
const CURRENCY = "USD";

const column = columnsOf<LedgerRow>();
const columns = [
  column("number", "No.", (entry) => <span className="tabular-nums">{entry.entry_number}</span>),
  column("at", "When", (entry) => <DateTime iso={entry.at} />),
  column("kind", "What", (entry) => KINDS[entry.kind]),
  column("reference", "For", (entry) => (
    <div className="min-w-44 max-w-72 py-2 [overflow-wrap:anywhere]">
      {entry.workspaceName ?? entry.reference ?? ""}
      {entry.workspaceName !== null && entry.reference !== null && (
        <span className="block text-ink-subtle text-xs">
          {entry.kind === "usage" ? formatHour(entry.reference) : entry.reference}
        </span>
      )}
    </div>
  )),
  column(
    "amount",
    () => <AmountTitle>Amount</AmountTitle>,
    (entry) => <Amount gain={!entry.amount.startsWith("-")}>{money(entry.amount, CURRENCY, 4, 4)}</Amount>,
  ),
  column(
    "balance",
    () => <AmountTitle>Balance after</AmountTitle>,
    (entry) => <Amount>{money(entry.balance_after, CURRENCY, 4, 4)}</Amount>,
  ),
];

/** The ledger, newest first. */
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
    id === null
      ? null
      : (organization.workspaces.find(({ workspace_id }) => workspace_id === id)?.name ?? `Workspace ${id}`);
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
