"use client";

import type { OperatorTaxRate, Seller } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { addressOf } from "@/billing/address.ts";
import { nameOfCountry } from "@/billing/country-field.tsx";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useInstallationChanged } from "./use-changed.ts";
import { useOperatorRefusal } from "./use-refusal.ts";

const AddTaxRate = onDemand(async () => (await import("./add-tax-rate.tsx")).AddTaxRate);
const EditSeller = onDemand(async () => (await import("./edit-seller.tsx")).EditSeller);

const nameOf = ({ country, valid_from }: OperatorTaxRate) => `${nameOfCountry(country)} from ${valid_from}`;

const column = columnsOf<OperatorTaxRate>();
const columns = [
  column("country", "Country", ({ country }) => <span className="font-medium">{nameOfCountry(country)}</span>),
  column("rate", "Rate", ({ name, percent }) => <span className="tabular-nums">{`${name} ${percent} %`}</span>),
  column("reverse", "With a VAT number", ({ reverse_charge }) => (reverse_charge ? "reverse charge" : "the same")),
  column("from", "From, UTC", ({ valid_from }) => <span className="whitespace-nowrap tabular-nums">{valid_from}</span>),
  column("time", "State", ({ time }) => <StatusBadge tone={time === "present" ? "good" : "quiet"}>{time}</StatusBadge>),
  column("actions", hiddenTitle("Actions"), (rate) => <RateMenu rate={rate} />),
];

/** What has begun stays. */
function RateMenu({ rate }: { rate: OperatorTaxRate }) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const role = useOperatorRefusal();
  const begun = rate.time === "future" ? null : "The rate has begun, so it stays; add one that follows it.";
  return (
    <DeleteAction
      deletion={trpc.operatorTaxRate.delete}
      input={{ rate_id: rate.rate_id }}
      plan={trpc.changePlan.operatorTaxRate.delete}
      onDeleted={() => changed(`Took back the rate of ${nameOf(rate)}`)}
      verb="Take back"
      what="tax rate"
      name={nameOf(rate)}
      lead="The rate before it goes on."
      refusal={role ?? begun}
      row={nameOf(rate)}
    />
  );
}

/** The tax rates of all countries. */
export function TaxPage() {
  const query = useQuery({
    ...useTRPC().operatorTaxRate.list.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  return (
    <>
      <PageHeader
        title="Tax"
        lead="Prices are without tax. An invoice adds that of the customer's country, by the rate of the month's last day."
      >
        <DialogButton look="primary" refusal={useOperatorRefusal()} dialog={(state) => <AddTaxRate {...state} />}>
          Add rate
        </DialogButton>
      </PageHeader>
      <div className="space-y-10">
        <Loaded query={query} skeleton={<BlockSkeleton />}>
          {(rates) =>
            rates.length === 0 ? (
              <p className="text-ink-muted">There is no rate, so no invoice has tax.</p>
            ) : (
              <DataTable label="Tax rates" columns={columns} rows={rates} keyOf={({ rate_id }) => rate_id} />
            )
          }
        </Loaded>
        <SellerSection />
      </div>
    </>
  );
}

/** Who invoices are from. */
function SellerSection() {
  const query = useQuery(useTRPC().operatorSeller.get.queryOptions());
  const refusal = useOperatorRefusal();
  return (
    <Section
      title="Seller"
      lead="Who invoices are from."
      actions={
        query.data && (
          <DialogButton refusal={refusal} dialog={(state) => <EditSeller seller={query.data} {...state} />}>
            Edit seller
          </DialogButton>
        )
      }
    >
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(seller) =>
          seller.legal_name === null ? (
            <p className="text-ink-muted">Nobody has said it yet, so invoices name no seller.</p>
          ) : (
            <Facts label="Seller of invoices" facts={factsOf(seller)} />
          )
        }
      </Loaded>
    </Section>
  );
}

function factsOf(seller: Seller) {
  const { legal_name, country, vat_number } = seller;
  return [
    ["Legal name", legal_name],
    ["Address", addressOf(seller)],
    ["Country", country && nameOfCountry(country)],
    ["VAT number", vat_number],
  ] as const;
}
