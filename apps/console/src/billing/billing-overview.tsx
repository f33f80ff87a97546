"use client";

import type { WalletRecord } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { OctagonPause } from "lucide-react";
import type { ReactNode } from "react";
import { money, sumOf } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DateTime } from "@/components/date-time.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useInstallation } from "@/shell/installation.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AddFundsButton } from "./add-funds-button.tsx";
import { BillingDetailsSection } from "./billing-details.tsx";
import { forecastInput, mayReadWallet, monthInput, walletInput } from "./billing-queries.ts";
import { WalletRefusal } from "./wallet-refusal.tsx";

/** The balance, the credit limit and this month's spending. */
export function BillingOverview() {
  const { organization, roleRefusal } = useWorkspace();
  return (
    <div className="space-y-8">
      {mayReadWallet(organization) ? <Wallet /> : <WalletRefusal />}
      {roleRefusal("billing.read") === null && <Month />}
      {mayReadWallet(organization) && <BillingDetailsSection />}
    </div>
  );
}

function Wallet() {
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const wallet = useQuery(trpc.wallet.get.queryOptions(walletInput(organization.organization_id)));
  return (
    <Loaded query={wallet} skeleton={<BlockSkeleton className="h-28" />}>
      {({ balance, credit_limit, currency, suspension, metered_until }) => (
        <section aria-label="Wallet" className="space-y-4">
          {suspension !== null && <SuspensionNotice suspension={suspension} />}
          <div className="grid gap-4 sm:grid-cols-3">
            <Figure label="Balance" value={money(balance, currency)}>
              Counts what was used until <DateTime iso={metered_until} />.
            </Figure>
            <Figure label="Credit limit" value={money(credit_limit, currency)}>
              How far below zero the balance may go.
            </Figure>
            <Figure label="Available" value={money(sumOf([balance, credit_limit]), currency)}>
              The first hour of a new resource must fit into this.
            </Figure>
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <AddFundsButton />
            <p className="text-ink-muted">Your operator sets the credit limit. Changes appear in the ledger at once.</p>
          </div>
          {Number(sumOf([balance, credit_limit])) <= 0 && <WhomToAsk />}
        </section>
      )}
    </Loaded>
  );
}

/** What to do about an empty wallet. */
function WhomToAsk() {
  const { name, support_email } = useInstallation();
  return (
    <p>
      Nothing can be bought now. Add funds, or ask{" "}
      {support_email === null ? (
        `an operator of ${name}`
      ) : (
        <a href={`mailto:${support_email}`} className="text-accent underline-offset-2 hover:underline">
          {support_email}
        </a>
      )}{" "}
      for a higher credit limit.
    </p>
  );
}

function Month() {
  const { currency } = useInstallation();
  const { workspaceId, workspaceName } = useWorkspace();
  const trpc = useTRPC();
  const usage = useQuery(trpc.usage.list.queryOptions(monthInput(workspaceId)));
  const forecast = useQuery(trpc.usage.forecast.queryOptions(forecastInput(workspaceId)));
  return (
    <Loaded query={usage} skeleton={<BlockSkeleton className="h-28" />}>
      {({ items }) => {
        const [dearest] = [...items].sort((one, other) => Number(other.amount) - Number(one.amount));
        const spent = sumOf(items.map(({ amount }) => amount));
        return (
          <section aria-label="This month" className="grid gap-4 sm:grid-cols-3">
            <Figure label={`Spent this month in ${workspaceName}`} value={money(spent, currency)}>
              Month to date, in full hours (UTC).
            </Figure>
            {forecast.data !== undefined && (
              <Figure label="Expected by the end of the month" value={money(forecast.data.expected, currency)}>
                At the current rate of {money(forecast.data.hourly_rate, currency, 4)} an hour.
              </Figure>
            )}
            {dearest !== undefined && (
              <Figure label="Highest costs" value={money(dearest.amount, currency)}>
                {dearest.sku_code}
              </Figure>
            )}
          </section>
        );
      }}
    </Loaded>
  );
}

/** A key figure with its explanation. */
function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <p className="text-ink-muted text-xs">{label}</p>
      <p className="mt-1 font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
      <p className="mt-1 text-ink-subtle text-xs">{children}</p>
    </div>
  );
}

/** The end of a suspension, by who imposed it. */
const WAY_OUT = {
  metering: "Usage has exceeded the balance and the credit limit. The suspension ends as soon as a top-up covers it.",
  dunning: "An invoice is not paid. The suspension ends as soon as a top-up pays it.",
  operator:
    "An operator of this installation has suspended the organization. Ask them why; only they can lift the suspension.",
} as const satisfies Readonly<Record<NonNullable<WalletRecord["suspension"]>["by"], string>>;

/** Why nothing can be bought, since when, and what to do. */
function SuspensionNotice({ suspension }: { suspension: NonNullable<WalletRecord["suspension"]> }) {
  return (
    <div role="status" className="flex gap-3 rounded-md border border-bad/30 bg-bad-soft px-3.5 py-3">
      <OctagonPause className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div>
        <p className="font-medium">
          Suspended since <DateTime iso={suspension.at} />: {suspension.reason}
        </p>
        <p className="text-ink-muted">
          Nothing new can be created. Existing resources keep running and are still charged. {WAY_OUT[suspension.by]}
        </p>
      </div>
    </div>
  );
}
