"use client";

import type { Sku } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { pricesInput } from "./billing-queries.ts";
import { money } from "./money.ts";

const FAMILIES: Readonly<Record<Sku["family"], string>> = {
  compute: "Compute",
  "block-storage": "Block storage",
  "object-storage": "Object storage",
  networking: "Networking",
  "load-balancing": "Load balancing",
  cdn: "CDN",
};
/** As everywhere where a month is said. */
const HOURS_PER_MONTH = 730;

const column = columnsOf<Sku>();
const columns = column.columns([
  column.display({ id: "name", header: "Product", cell: ({ row: { original: sku } }) => sku.name }),
  column.display({ id: "code", header: "SKU", cell: ({ row: { original: sku } }) => <span className="font-mono text-xs">{sku.sku_code}</span> }),
  column.display({ id: "unit", header: "Per", cell: ({ row: { original: sku } }) => sku.unit }),
  column.display({
    id: "hourly",
    header: "Hour",
    cell: ({ row: { original: sku } }) => <span className="whitespace-nowrap tabular-nums">{money(sku.hourly_price, sku.currency, 8)}</span>,
  }),
  column.display({
    id: "monthly",
    header: "Month (730 hours)",
    cell: ({ row: { original: sku } }) => (
      <span className="whitespace-nowrap tabular-nums">{money(Number(sku.hourly_price) * HOURS_PER_MONTH, sku.currency, 2)}</span>
    ),
  }),
]);

/** The price list, family by family. */
export function PricesPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const list = useQuery(trpc.sku.list.queryOptions(pricesInput(workspaceId)));
  return (
    <Loaded query={list} skeleton={<TableSkeleton />}>
      {({ items }) => (
        <div className="space-y-8">
          {Object.entries(FAMILIES).map(([family, name]) => {
            const rows = items.filter((sku) => sku.family === family);
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
