"use client";

import type { Invoice } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import Link from "next/link";
import { money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { invoiceList, mayReadWallet, previewInput } from "./billing-queries.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { InvoiceState } from "./invoice-state.tsx";
import { nameOfMonth } from "./usage-period.ts";
import { WalletRefusal } from "./wallet-refusal.tsx";

const INVOICES: ListedKind = {
  one: "invoice",
  many: "invoices",
  icon: FileText,
  purpose: "When a month has ended, what all workspaces used in it becomes an invoice.",
};

const column = columnsOf<Invoice>();
const columns = [
  column("month", "Month", (invoice) => <MonthLink invoice={invoice} />),
  column("number", "Number", ({ number }) => <span className="whitespace-nowrap font-mono text-xs">{number}</span>),
  column("state", "State", ({ state }) => <InvoiceState state={state} />),
  column("due", "Due", ({ due_at }) => (due_at === null ? null : <DateTime iso={due_at} />)),
  column("issued", "Issued", ({ issued_at }) => <DateTime iso={issued_at} />),
  column(
    "total",
    () => <AmountTitle>Total</AmountTitle>,
    ({ total, currency }) => <Amount>{money(total, currency)}</Amount>,
  ),
  column(
    "outstanding",
    () => <AmountTitle>Unpaid</AmountTitle>,
    ({ outstanding, currency }) => <Amount>{money(outstanding, currency)}</Amount>,
  ),
];

function MonthLink({ invoice: { invoice_id, month } }: { invoice: Invoice }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link
      href={workspaceHref(workspaceId, `billing/invoices/${invoice_id}`)}
      className="whitespace-nowrap rounded font-medium hover:underline"
    >
      {nameOfMonth(month)}
    </Link>
  );
}

/** The invoices of the organization, and what the running month has so far. */
export function InvoicesPage() {
  const { organization } = useWorkspace();
  return mayReadWallet(organization) ? <Invoices /> : <WalletRefusal what="invoices" />;
}

function Invoices() {
  const { workspaceId } = useWorkspace();
  return (
    <div className="space-y-10">
      <Section title="Ended months" lead="In UTC, of all workspaces of the organization.">
        <ListTable
          list={invoiceList}
          path={{ workspaceId }}
          kind={INVOICES}
          label="Invoices"
          columns={columns}
          keyOf={({ invoice_id }) => invoice_id}
        />
      </Section>
      <RunningMonth />
    </div>
  );
}

function RunningMonth() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const preview = useQuery(trpc.invoice.preview.queryOptions(previewInput(workspaceId)));
  return (
    <Loaded query={preview} skeleton={<BlockSkeleton />}>
      {({ month, total, tax_total, currency, metered_until, lines }) => (
        <Section
          title={`${nameOfMonth(month)} so far`}
          lead={
            <>
              {money(total, currency)}
              {tax_total !== "0" && `, of which ${money(tax_total, currency)} are tax,`} up to{" "}
              <DateTime iso={metered_until} />. This is not an invoice yet.
            </>
          }
        >
          {lines.length === 0 ? (
            <p className="text-ink-muted">Nothing has been used this month.</p>
          ) : (
            <InvoiceLines label="Lines so far" lines={lines} currency={currency} />
          )}
        </Section>
      )}
    </Loaded>
  );
}
