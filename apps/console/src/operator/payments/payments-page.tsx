"use client";

import type { OperatorPayment } from "@fulmar/contract";
import { HandCoins } from "lucide-react";
import Link from "next/link";
import { columnsOf } from "@/components/data-table.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { NOWHERE, operatorPaymentList } from "../operator-queries.ts";
import { paymentColumns } from "./payment-columns.tsx";

const PAYMENTS: ListedKind = {
  one: "payment",
  many: "payments",
  icon: HandCoins,
  purpose: "When a customer adds funds, the payment appears here.",
  hint: "No payment has this state, dispute or reference.",
};

const column = columnsOf<OperatorPayment>();
const columns = [
  column("organization", "Organization", ({ organization_id, organization_name }) => (
    <Link
      className="block min-w-32 py-2 font-medium [overflow-wrap:anywhere]"
      href={`/operator/organizations/${organization_id}`}
    >
      {organization_name}
    </Link>
  )),
  ...paymentColumns,
];

/** The payments of all organizations. */
export function OperatorPaymentsPage() {
  return (
    <>
      <PageHeader
        title="Payments"
        lead={
          "What customers pay into their wallets, newest first. Open one to confirm that a transfer arrived, " +
          "or to refund it."
        }
      />
      <ListTable
        list={operatorPaymentList}
        path={NOWHERE}
        kind={PAYMENTS}
        label="Payments"
        searchLabel="Whole reference"
        toolbar="always"
        filters={{ state: ["State", (state) => state], dispute_state: ["Dispute", (state) => state] }}
        columns={columns}
        keyOf={({ payment_id }) => payment_id}
      />
    </>
  );
}
