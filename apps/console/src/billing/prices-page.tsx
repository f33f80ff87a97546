"use client";

import type { Sku } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { wholeInput } from "@/client/list.ts";
import { HOURS_PER_MONTH, money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";

const FAMILIES: Readonly<Record<Sku["family"], string>> = {
  compute: "Compute",
  "block-storage": "Block storage",
  "object-storage": "Object storage",
  networking: "Networking",
  "load-balancing": "Load balancing",
  cdn: "CDN",
};

const column = columnsOf<Sku>();
/** Each family has its own table. Fixed widths align the columns of all of them. */
const columns = [
  column("name", "Product", (sku) => (
    <span className="block w-48">
      {sku.name}
      {termsOf(sku).map((term) => (
        <span key={term} className="block text-ink-muted text-xs">
          {term}
        </span>
      ))}
    </span>
  )),
  column("code", "SKU", (sku) => <span className="block w-32 font-mono text-xs">{sku.sku_code}</span>),
  column("unit", "Per", (sku) => <span className="block w-24">{sku.unit}</span>),
  column(
    "hourly",
    () => <AmountTitle>Hour</AmountTitle>,
    (sku) => (
      <Amount>
        <span className="inline-block w-20">{money(sku.hourly_price, sku.currency, 8)}</span>
      </Amount>
    ),
  ),
  column(
    "monthly",
    () => <AmountTitle>Month (730 hours)</AmountTitle>,
    (sku) => (
      <Amount>
        <span className="inline-block w-28">{money(monthly(sku), sku.currency)}</span>
      </Amount>
    ),
  ),
];

/** What a month of one unit costs, which is no more than its cap. */
function monthly({ hourly_price, monthly_cap }: Sku): number {
  return Math.min(Number(hourly_price) * HOURS_PER_MONTH, Number(monthly_cap ?? Number.POSITIVE_INFINITY));
}

/** The cap of a month and the free amount, where there are any. */
function termsOf({ sku_code, unit, monthly_cap, free_quantity, currency }: Sku): string[] {
  const span = sku_code.endsWith(".transfer") ? "in a month" : "in every hour";
  return [
    ...(monthly_cap === null ? [] : [`At most ${money(monthly_cap, currency)} in a month`]),
    ...(free_quantity === null
      ? []
      : [`The first ${Number(free_quantity).toLocaleString("en")} ${unit}s ${span} are free`]),
  ];
}

/** Products of one kind, such as `vm.nano` and `vm.large`, stand together, the cheapest first. */
function byKindAndPrice(one: Sku, other: Sku): number {
  const [kind, otherKind] = [one, other].map(({ sku_code }) => sku_code.split(".")[0] ?? "");
  return kind === otherKind
    ? Number(one.hourly_price) - Number(other.hourly_price)
    : KINDS.indexOf(otherKind ?? "") - KINDS.indexOf(kind ?? "");
}

/** The kinds that stand before the others, the first one last. */
const KINDS: readonly string[] = ["gpu", "vm"];

/** The price list, family by family. */
export function PricesPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const list = useQuery(trpc.sku.list.queryOptions(wholeInput(workspaceId)));
  return (
    <Loaded query={list} skeleton={<TableSkeleton />}>
      {({ items }) => (
        <div className="space-y-8">
          {Object.entries(FAMILIES).map(([family, name]) => {
            const rows = items.filter((sku) => sku.family === family).toSorted(byKindAndPrice);
            return (
              rows.length > 0 && (
                <Section key={family} title={name}>
                  <DataTable label={`Prices of ${name}`} columns={columns} rows={rows} keyOf={(sku) => sku.sku_code} />
                </Section>
              )
            );
          })}
        </div>
      )}
    </Loaded>
  );
}
