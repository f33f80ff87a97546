"use client";

import type { OperatorInvoice } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { InvoiceState } from "@/billing/invoice-state.tsx";
import { nameOfMonth } from "@/billing/usage-period.ts";
import { money } from "@/client/money.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";

const Postpone = onDemand(async () => (await import("./postpone.tsx")).Postpone);

/** An invoice as who runs the installation sees it: what is owed of it, and what was done about that. */
export function OperatorInvoicePage({ invoiceId }: { invoiceId: string }) {
  const query = useQuery(useTRPC().operatorInvoice.get.queryOptions({ invoice_id: invoiceId }));
  const refusal = useOperatorRefusal();
  const { data } = query;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Invoices", href: "/operator/invoices" }]}
        title={data === undefined ? "Invoice" : `Invoice ${data.number}`}
      >
        {data && (
          <DialogButton
            refusal={refusal ?? (data.state === "paid" ? "The invoice is paid." : null)}
            dialog={(state) => <Postpone invoice={data} {...state} />}
          >
            Postpone
          </DialogButton>
        )}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(invoice) => (
          <div className="space-y-10">
            <Facts label="Invoice" facts={factsOf(invoice)} />
            <Section title="Dunning" lead="Each step is taken once.">
              <Dunning invoice={invoice} />
            </Section>
          </div>
        )}
      </Loaded>
    </>
  );
}

function factsOf(invoice: OperatorInvoice) {
  const { organization_id, organization_name, month, issued_at, due_at, postponed_reason, state, currency } = invoice;
  return [
    [
      "Organization",
      <Link key="organization" href={`/operator/organizations/${organization_id}`} className="hover:underline">
        {organization_name}
      </Link>,
    ],
    ["Month", `${nameOfMonth(month)}, UTC`],
    ["State", <InvoiceState key="state" state={state} />],
    ["Issued", <DateTime key="issued" iso={issued_at} />],
    ["Due", due_at && <DateTime key="due" iso={due_at} />],
    ["Postponed because", postponed_reason],
    ["Total", money(invoice.total, currency)],
    ["Owed at issue", money(invoice.owed, currency)],
    ["Unpaid", money(invoice.outstanding, currency)],
  ] as const;
}

const STEP_NAMES = { due: "Due", reminder: "Reminder", suspension: "Suspension" } as const;

function Dunning({ invoice: { steps, currency } }: { invoice: OperatorInvoice }) {
  if (steps.length === 0) return <p className="text-ink-muted">No step was taken.</p>;
  return (
    <ol className="space-y-2">
      {steps.map(({ kind, number, outstanding, at }) => (
        <li key={`${kind} ${number}`}>
          {number > 0 ? `${STEP_NAMES[kind]} ${number}` : STEP_NAMES[kind]}: <DateTime iso={at} />,{" "}
          {money(outstanding, currency)} unpaid
        </li>
      ))}
    </ol>
  );
}
