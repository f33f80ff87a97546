"use client";

import type { Admission } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { money } from "@/client/money.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { SelectField } from "@/components/field.tsx";
import { Hint } from "@/components/hint.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { resourceHref } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { admissionList, REASONS } from "./billing-queries.ts";

const DECISIONS: ListedKind = {
  one: "decision",
  many: "decisions",
  icon: Gavel,
  purpose:
    "When something that costs money is created or grows, billing allows or denies it. Each decision is listed " +
    "here with its reason.",
  hint: "Billing has made no such decision yet.",
};

const column = columnsOf<Admission>();
const columns = [
  column("at", "When", (row) => <DateTime iso={row.at} />),
  column("decision", "Decision", (row) => (
    <Hint text={REASONS[row.reason][1]}>
      {(described) => (
        <button type="button" {...described} className="cursor-default rounded-full">
          <StatusBadge tone={row.allowed ? "good" : "warn"}>{REASONS[row.reason][0]}</StatusBadge>
        </button>
      )}
    </Hint>
  )),
  column("what", "What", (row) => (
    <div className="whitespace-nowrap">
      <span className="font-mono text-xs">{row.sku_code}</span> × {row.quantity}
      <div className="text-ink-subtle text-xs">{row.action}</div>
    </div>
  )),
  column(
    "price",
    () => <AmountTitle>Per hour</AmountTitle>,
    (row) => (
      <Amount>
        {row.hourly_price === null || row.currency === null ? "no price" : money(row.hourly_price, row.currency, 8)}
      </Amount>
    ),
  ),
  column("who", "Who", (row) => <span className="block max-w-44 truncate">{row.actor_name}</span>),
  column("resource", "Resource", (row) => <Resource id={row.resource_id} />),
];

function Resource({ id }: { id: string | null }) {
  const { workspaceId } = useWorkspace();
  if (id === null) return <span className="text-ink-subtle">none</span>;
  return (
    <Link
      href={resourceHref(workspaceId, id)}
      className="block max-w-60 truncate rounded font-mono text-xs hover:underline"
    >
      {id}
    </Link>
  );
}

/** Billing's recent decisions with their reasons, and a form that checks a purchase. */
export function AdmissionsPage() {
  return (
    <div className="space-y-8">
      <EligibilityCheck />
      <Section title="Decisions" lead="Billing decisions on purchases, newest first.">
        <Admissions />
      </Section>
    </div>
  );
}

function Admissions() {
  const { workspaceId } = useWorkspace();
  return (
    <ListTable
      list={admissionList}
      path={{ workspaceId }}
      kind={DECISIONS}
      label="List of decisions"
      filters={{ allowed: ["Decision", (allowed) => (allowed === "true" ? "Allowed" : "Denied")] }}
      columns={columns}
      keyOf={({ admission_id }) => admission_id}
    />
  );
}

const HOURS_PER_MONTH = 730;

/** Checks whether a purchase would be allowed now and what it would cost. Nothing is bought or reserved. */
function EligibilityCheck() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const [chosen, setChosen] = useState("");
  const skus = useQuery(trpc.sku.list.queryOptions(wholeInput(workspaceId)));
  const check = useMutation(trpc.billing.resourceEligibility.mutationOptions());
  const refusal = roleRefusal("billing.read") ?? (chosen === "" ? "Choose a product first." : null);
  return (
    <Section
      title="Check a purchase"
      lead="What billing would decide now, and the price. Nothing is bought or reserved."
    >
      <form
        className="rounded-lg border border-line bg-surface p-4 shadow-card"
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === null) check.mutate({ workspace_id: workspaceId, sku_code: chosen });
        }}
      >
        {check.error && <ProblemNotice problem={problemOf(check.error)} />}
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-56 flex-1 sm:max-w-md">
            <SelectField label="Product" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">Choose…</option>
              {skus.data?.items.map((sku) => (
                <option key={sku.sku_code} value={sku.sku_code}>
                  {`${sku.name} (${sku.sku_code}, per ${sku.unit})`}
                </option>
              ))}
            </SelectField>
          </div>
          <Button type="submit" look="primary" busy={check.isPending} refusal={refusal}>
            Check
          </Button>
        </div>
        <div role="status" className="mt-4 space-y-1 empty:hidden">
          {check.data && (
            <>
              <p className="flex flex-wrap items-center gap-3">
                <StatusBadge tone={check.data.allowed ? "good" : "warn"}>{REASONS[check.data.reason][0]}</StatusBadge>
                <span className="font-mono text-xs">{check.data.sku_code}</span>
                {check.data.hourly_price !== null && check.data.currency !== null && (
                  <span className="tabular-nums">
                    {money(check.data.hourly_price, check.data.currency, 8)} an hour,{" "}
                    {money(Number(check.data.hourly_price) * HOURS_PER_MONTH, check.data.currency)} a month
                  </span>
                )}
              </p>
              <p className="text-ink-muted">
                {REASONS[check.data.reason][1]} Decided at <DateTime iso={check.data.decided_at} />.
              </p>
            </>
          )}
        </div>
      </form>
    </Section>
  );
}
