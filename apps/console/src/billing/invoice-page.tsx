"use client";

import { INVOICE_FORMATS, type InvoiceParty, type InvoiceTaxLine, REVERSE_CHARGE } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DownloadLink } from "@/components/button.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { TabTitle } from "@/shell/document-title.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowAs } from "@/show-as/show-as.tsx";
import { invoiceInput, mayReadWallet } from "./billing-queries.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { InvoiceState } from "./invoice-state.tsx";
import { nameOfMonth } from "./usage-period.ts";
import { WalletRefusal } from "./wallet-refusal.tsx";

/** One invoice with its lines, and its files. */
export function InvoicePage({ invoiceId }: { invoiceId: string }) {
  const { organization } = useWorkspace();
  return mayReadWallet(organization) ? <OneInvoice invoiceId={invoiceId} /> : <WalletRefusal what="invoices" />;
}

function OneInvoice({ invoiceId }: { invoiceId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery(trpc.invoice.get.queryOptions(invoiceInput(workspaceId, invoiceId)));
  return (
    <Loaded query={query} skeleton={<FactsSkeleton />}>
      {({
        number,
        month,
        organization_name,
        total,
        net_total,
        tax_lines,
        currency,
        issued_at,
        due_at,
        owed,
        outstanding,
        state,
        lines,
        seller,
        buyer,
      }) => (
        <div className="space-y-6">
          <TabTitle title={`Invoice ${number}`} />
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div>
              <Link
                href={workspaceHref(workspaceId, "billing/invoices")}
                className="inline-flex items-center gap-1 rounded text-ink-muted text-xs hover:text-ink hover:underline"
              >
                <ArrowLeft className="size-3" aria-hidden />
                All invoices
              </Link>
              <h2 className="font-semibold text-lg tracking-tight">Invoice of {nameOfMonth(month)}</h2>
            </div>
            <div className="flex gap-2">
              {INVOICE_FORMATS.map((format) => (
                <DownloadLink
                  key={format}
                  href={`/api/invoice-file?${new URLSearchParams({ ...invoiceInput(workspaceId, invoiceId), format })}`}
                >
                  Download {format.toUpperCase()}
                </DownloadLink>
              ))}
            </div>
          </div>
          <Facts
            label="Invoice"
            facts={[
              ["Organization", organization_name],
              [
                "Number",
                <span key="number" className="font-mono text-xs">
                  {number}
                </span>,
              ],
              ["Month", `${nameOfMonth(month)}, UTC`],
              ["Issued", <DateTime key="issued" iso={issued_at} />],
              ["Due", due_at && <DateTime key="due" iso={due_at} />],
              ["State", <InvoiceState key="state" state={state} />],
              ["Owed at issue", money(owed, currency)],
              ["Unpaid", money(outstanding, currency)],
              ["From", seller && <Party key="from" party={seller} />],
              ["To", buyer && <Party key="to" party={buyer} />],
              ["Net", tax_lines.length > 0 ? money(net_total, currency) : null],
              ...tax_lines.map((line) => [titleOf(line), money(line.tax, currency)] as const),
              [
                "Total",
                <strong key="total" className="font-semibold tabular-nums">
                  {money(total, currency)}
                </strong>,
              ],
              ["Exact total", <span key="exact" className="tabular-nums">{`${total} ${currency}`}</span>],
            ]}
          />
          <InvoiceLines label="Lines" lines={lines} currency={currency} />
          <p className="text-ink-muted text-xs">
            Names and prices are those of the month.{" "}
            {state === "paid"
              ? "It is paid."
              : "Top up the wallet by what is unpaid. Payments pay the oldest invoice first."}
          </p>
          <ShowAs operation="invoice.get" input={{ invoice_id: invoiceId }} />
        </div>
      )}
    </Loaded>
  );
}

const titleOf = ({ name, percent, country, reverse_charge }: InvoiceTaxLine) =>
  `${name} ${percent} % (${country})${reverse_charge ? `. ${REVERSE_CHARGE}` : ""}`;

/** Who the invoice is from or made out to, as it was when it was issued. */
function Party({
  party: { legal_name, address_lines, postal_code, city, country, vat_number },
}: {
  party: InvoiceParty;
}) {
  const place = [postal_code, city].filter(Boolean).join(" ");
  const lines = [legal_name, ...address_lines, place, country, vat_number && `VAT number ${vat_number}`];
  return <span className="whitespace-pre-line">{lines.filter(Boolean).join("\n")}</span>;
}
