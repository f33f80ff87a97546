"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { SelectField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { pricesInput, REASONS } from "./billing-queries.ts";
import { money } from "./money.ts";

const HOURS_PER_MONTH = 730;

/** Asks what billing would say about a purchase now, and what it would cost. Nothing is bought or reserved. */
export function EligibilityCheck() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const [chosen, setChosen] = useState("");
  const skus = useQuery(trpc.sku.list.queryOptions(pricesInput(workspaceId)));
  const check = useMutation(trpc.billing.resourceEligibility.mutationOptions());
  const refusal = roleRefusal("billing.read") ?? (chosen === "" ? "Choose a product first." : null);
  return (
    <Section
      title="May I?"
      lead="What billing would decide now, and what it would cost. Nothing is bought or reserved."
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
