"use client";

import type { Invoice } from "@fulmar/contract";
import { FileText } from "lucide-react";
import Link from "next/link";
import { Amount, AmountTitle } from "@/billing/amount.tsx";
import { INVOICE_STATE_NAMES, InvoiceState } from "@/billing/invoice-state.tsx";
import { nameOfMonth } from "@/billing/usage-period.ts";
import { money } from "@/client/money.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { NOWHERE, operatorInvoiceList } from "../operator-queries.ts";

const INVOICES: ListedKind = {
  one: "invoice",
  many: "invoices",
  icon: FileText,
  purpose: "When a month has ended, what each organization used in it becomes an invoice.",
  hint: "No invoice has this state.",
};

const STATES: Readonly<Record<string, string>> = INVOICE_STATE_NAMES;

const column = columnsOf<Invoice>();
const columns = [
  column("number", "Number", ({ invoice_id, number }) => (
    <Link href={`/operator/invoices/${invoice_id}`} className="whitespace-nowrap rounded font-medium hover:underline">
      {number}
    </Link>
  )),
  column("organization", "Organization", ({ organization_name }) => organization_name),
  column("month", "Month", ({ month }) => <span className="whitespace-nowrap">{nameOfMonth(month)}</span>),
  column("state", "State", ({ state }) => <InvoiceState state={state} />),
  column("due", "Due", ({ due_at }) => (due_at === null ? null : <DateTime iso={due_at} />)),
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

/** The invoices of all organizations, newest first. */
export function OperatorInvoiceListPage() {
  return (
    <>
      <PageHeader title="Invoices" lead="What all organizations were billed, and what is not paid of it." />
      <ListTable
        list={operatorInvoiceList}
        path={NOWHERE}
        kind={INVOICES}
        label="Invoices"
        filters={{ state: ["State", (state) => STATES[state] ?? state] }}
        columns={columns}
        keyOf={({ invoice_id }) => invoice_id}
      />
    </>
  );
}
