"use client";

import { type BillingDetails, rolesWith, type TaxRate } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { useRoleRefusal } from "@/settings/use-role.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { addressOf } from "./address.ts";
import { detailsInput } from "./billing-queries.ts";

const EditBillingDetails = onDemand(async () => (await import("./edit-billing-details.tsx")).EditBillingDetails);

function useBillingDetails() {
  const { workspaceId } = useWorkspace();
  return useQuery(useTRPC().billingDetails.get.queryOptions(detailsInput(workspaceId)));
}

/** Who the organization's invoices are made out to. */
export function BillingDetailsSection() {
  const query = useBillingDetails();
  const refusal = useRoleRefusal(rolesWith("billing.write"));
  return (
    <Section
      title="Billing details"
      lead="Who invoices are made out to. The country decides the tax on them."
      actions={
        query.data && (
          <DialogButton refusal={refusal} dialog={(state) => <EditBillingDetails details={query.data} {...state} />}>
            Edit billing details
          </DialogButton>
        )
      }
    >
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(details) => <BillingFacts details={details} />}
      </Loaded>
    </Section>
  );
}

/** Who invoices are made out to, and the tax on them. */
export function BillingFacts({ details }: { details: BillingDetails }) {
  return details.legal_name === null ? (
    <p className="text-ink-muted">Nobody has said them yet.</p>
  ) : (
    <Facts label="Made out to" facts={factsOf(details)} />
  );
}

function factsOf(details: BillingDetails) {
  const { legal_name, country, vat_number, email, tax } = details;
  return [
    ["Legal name", legal_name],
    ["Address", addressOf(details)],
    ["Country", country],
    ["VAT number", vat_number],
    ["E-mail for invoices", email],
    ["Tax", tax && wordsOf(tax)],
  ] as const;
}

const wordsOf = ({ name, percent, reverse_charge }: TaxRate) =>
  reverse_charge ? `${name}: reverse charge` : `${name} ${percent} %`;

/** Says that amounts are net, where there is a tax. */
export function TaxNote() {
  const { data } = useBillingDetails();
  const tax = data?.tax;
  if (!tax || tax.percent === "0") return null;
  return (
    <p className="mb-4 text-ink-muted text-xs">
      Prices, usage, forecasts and budgets are without tax. Invoices add {wordsOf(tax)}.
    </p>
  );
}
