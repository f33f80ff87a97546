"use client";

import type { UsageLine } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { wholeInput } from "@/client/list.ts";
import { money, sumOf } from "@/client/money.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { useInstallation } from "@/shell/installation.tsx";
import { ResourceName } from "@/shell/resource-name.tsx";
import { typeName } from "@/shell/resource-page.ts";
import { Names, useName } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { listingOf, type UsageListing, usageByDayInput, usageList } from "./billing-queries.ts";
import { readUsagePeriod, USAGE_PERIODS, type UsagePeriod } from "./usage-period.ts";

const UsageChart = onDemand(
  async () => (await import("./usage-chart.tsx")).UsageChart,
  <BlockSkeleton className="h-64" />,
);

const LISTINGS = [
  ["sku", "By product"],
  ["resource", "By resource"],
  ["tag", "By tag"],
] as const satisfies readonly (readonly [UsageListing, string])[];

export function UsagePage() {
  const search = useSearchParams();
  const router = useRouter();
  const period = readUsagePeriod(search.get("period"));
  const by = listingOf(search.get("by"));
  const choose = (change: Readonly<Record<string, string>>) =>
    router.replace(`?${new URLSearchParams({ period, by, ...change })}`, { scroll: false });
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <Choice
          label="Period"
          value={period}
          options={Object.entries(USAGE_PERIODS)}
          onChoose={(value) => choose({ period: value })}
        />
        <Choice label="Listed by" value={by} options={LISTINGS} onChoose={(value) => choose({ by: value })} />
      </div>
      <UsageOfPeriod key={`${period} ${by}`} period={period} by={by} />
    </>
  );
}

function UsageOfPeriod({ period, by }: { period: UsagePeriod; by: UsageListing }) {
  const { workspaceId, workspaceName } = useWorkspace();
  const trpc = useTRPC();
  const days = useQuery({
    ...trpc.usage.list.queryOptions(usageByDayInput(workspaceId, period)),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={days} skeleton={<BlockSkeleton className="h-64" />}>
      {({ items, nextCursor }) =>
        items.length === 0 ? (
          <Panel icon={<ChartColumn className="size-5" aria-hidden />} title="Nothing was used">
            <p>
              Usage of {workspaceName} appears here hour by hour, within minutes of the hour's end. Choose another
              period, or create something that costs money.
            </p>
          </Panel>
        ) : (
          <div className="space-y-6">
            <UsageTotal items={items} period={period} />
            <UsageChart items={items} period={period} />
            {nextCursor !== null && (
              <p className="text-warn">
                There are too many products to draw all days of this period; the list below is complete.
              </p>
            )}
            <UsageLines period={period} by={by} />
          </div>
        )
      }
    </Loaded>
  );
}

function UsageTotal({ items, period }: { items: readonly UsageLine[]; period: UsagePeriod }) {
  return (
    <p>
      <span className="font-semibold text-2xl tabular-nums tracking-tight">
        {money(sumOf(items.map(({ amount }) => amount)), useInstallation().currency)}
      </span>{" "}
      <span className="text-ink-muted">{USAGE_PERIODS[period].toLowerCase()}, by days in UTC</span>
    </p>
  );
}

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
      className="h-9 appearance-none rounded-md border border-line-strong bg-[image:var(--chevron)]
        bg-[position:right_0.6rem_center] bg-no-repeat bg-surface pr-8 pl-3 text-sm shadow-card
        hover:border-ink-subtle focus-visible:outline-offset-0"
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

const column = columnsOf<UsageLine>();
const product = column("sku", "Product", (line) => <Product code={line.sku_code} />);
const amounts = [
  column(
    "hours",
    () => <AmountTitle>Quantity</AmountTitle>,
    (line) => (
      <Amount>
        {Number(line.quantity_hours).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
      </Amount>
    ),
  ),
  column(
    "amount",
    () => <AmountTitle>Cost</AmountTitle>,
    (line) => <Amount>{money(line.amount, line.currency, 4, 4)}</Amount>,
  ),
];
const columns = {
  sku: [product, ...amounts],
  resource: [column("resource", "Resource", (line) => <Resource line={line} />), product, ...amounts],
  tag: [column("tag", "Tag", ({ tag }) => tag ?? <span className="text-ink-subtle">No tag</span>), product, ...amounts],
};

function Product({ code }: { code: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const list = useQuery(trpc.sku.list.queryOptions(wholeInput(workspaceId)));
  const sku = list.data?.items.find(({ sku_code }) => sku_code === code);
  return (
    <div className="py-2">
      {sku !== undefined && <span className="block">{sku.name}</span>}
      <span className="font-mono text-ink-muted text-xs">{code}</span>
    </div>
  );
}

function Resource({ line: { resource_id, resource_type } }: { line: UsageLine }) {
  const resource = useName(resource_id);
  if (resource === null) return null;
  return (
    <div className="py-2">
      <ResourceName {...resource} />
      <span className="text-ink-subtle text-xs">{typeName(resource_type ?? "")}</span>
    </div>
  );
}

const LABELS = { sku: "Usage by product", resource: "Usage by resource", tag: "Usage by tag" } as const;

/** Usage by product, resource or tag. */
function UsageLines({ period, by }: { period: UsagePeriod; by: UsageListing }) {
  const { workspaceId } = useWorkspace();
  const { query, pages } = useList(usageList, { workspaceId, period, by });
  return (
    <Names ids={query.data?.items.map(({ resource_id }) => resource_id) ?? []}>
      {by === "tag" && (
        <p className="text-ink-muted text-sm">
          By the tags that resources have now. A resource with several tags is listed under each, so the lines add up to
          more than the total.
        </p>
      )}
      <PagedRows query={query} pages={pages}>
        {(items) => (
          <DataTable
            label={LABELS[by]}
            columns={columns[by]}
            rows={items.toSorted((one, other) => Number(other.amount) - Number(one.amount))}
            keyOf={(line) => `${line.resource_id} ${line.tag} ${line.sku_code}`}
          />
        )}
      </PagedRows>
    </Names>
  );
}
