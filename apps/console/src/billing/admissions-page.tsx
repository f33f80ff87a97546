"use client";

import type { Admission } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import Link from "next/link";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice, usePages } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { Hint } from "@/components/hint.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { resourceHref } from "@/shell/resource-href.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { ADMISSION_LIST, admissionsInput, REASONS } from "./billing-queries.ts";
import { EligibilityCheck } from "./eligibility-check.tsx";
import { money } from "./money.ts";

const DECISIONS: ListedKind = {
  one: "decision",
  many: "decisions",
  icon: Gavel,
  purpose:
    "When something that costs money is created or grows, billing decides whether it may be, and why. That decision is listed here.",
  hint: "Billing has decided nothing like this so far.",
};

type AdmissionRow = Admission & { readonly workspaceId: string };

const column = columnsOf<AdmissionRow>();
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
    () => <AmountTitle>An hour</AmountTitle>,
    (row) => (
      <Amount>
        {row.hourly_price === null || row.currency === null ? "no price" : money(row.hourly_price, row.currency, 8)}
      </Amount>
    ),
  ),
  column("who", "Who", (row) => <span className="block max-w-44 truncate">{row.actor_name}</span>),
  column("resource", "Resource", (row) =>
    row.resource_id === null ? (
      <span className="text-ink-subtle">none</span>
    ) : (
      <Link
        href={resourceHref(row.workspaceId, row.resource_id)}
        className="block max-w-60 truncate rounded font-mono text-xs hover:underline"
      >
        {row.resource_id}
      </Link>
    ),
  ),
];

/** What billing decided lately, with its reasons, and a way to ask it. */
export function AdmissionsPage() {
  return (
    <div className="space-y-8">
      <EligibilityCheck />
      <Section title="Decisions" lead="Every purchase that came as far as billing, newest first.">
        <Admissions />
      </Section>
    </div>
  );
}

function Admissions() {
  const list = useListChoice(ADMISSION_LIST);
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.admission.list.queryOptions(admissionsInput(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <ResourceList
      kind={DECISIONS}
      list={list}
      query={query}
      pages={pages}
      toolbar={
        <ListToolbar
          filters={[
            {
              name: "allowed",
              label: "Decision",
              value: list.choice.allowed ?? "",
              options: [
                ["true", "Allowed"],
                ["false", "Denied"],
              ],
            },
          ]}
          onChoose={list.choose}
        />
      }
    >
      {(items) => (
        <DataTable
          label="List of decisions"
          columns={columns}
          rows={items.map((row) => ({ ...row, workspaceId }))}
          keyOf={(row) => row.admission_id}
        />
      )}
    </ResourceList>
  );
}
