"use client";

import type { UsageLine } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { usePages } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { type NamedResource, ResourceName } from "@/shell/resource-name.tsx";
import { typeName } from "@/shell/resource-page.ts";
import { useNames } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { usageLinesInput } from "./billing-queries.ts";
import { money } from "./money.ts";
import type { UsagePeriod } from "./usage-period.ts";

type UsageRow = UsageLine & { readonly resource: NamedResource | null };

const column = columnsOf<UsageRow>();
const product = column("sku", "Product", (line) => <span className="font-mono text-xs">{line.sku_code}</span>);
const amounts = [
  column(
    "hours",
    () => <AmountTitle>Unit hours</AmountTitle>,
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
  resource: [
    column(
      "resource",
      "Resource",
      (line) =>
        line.resource && (
          <div className="py-2">
            <ResourceName {...line.resource} />
            <span className="text-ink-subtle text-xs">{typeName(line.resource_type ?? "")}</span>
          </div>
        ),
    ),
    product,
    ...amounts,
  ],
};

/** What was used of each product, or by each resource. */
export function UsageLines({ period, by }: { period: UsagePeriod; by: "sku" | "resource" }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const query = useQuery({
    ...trpc.usage.list.queryOptions(usageLinesInput(workspaceId, period, by, pages.cursor)),
    placeholderData: keepPreviousData,
  });
  const nameOf = useNames(query.data?.items.map(({ resource_id }) => resource_id) ?? []);
  return (
    <PagedRows query={query} pages={pages}>
      {(items) => (
        <DataTable
          label={by === "sku" ? "Usage by product" : "Usage by resource"}
          columns={columns[by]}
          rows={items.map((line) => ({
            ...line,
            resource: line.resource_id === null ? null : nameOf(line.resource_id),
          }))}
          keyOf={(line) => `${line.resource_id} ${line.sku_code}`}
        />
      )}
    </PagedRows>
  );
}
