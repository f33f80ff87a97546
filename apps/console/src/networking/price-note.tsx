"use client";

import type { Sku } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const HOURS_A_MONTH = 730;

/** What one of a product costs; nothing for whoever may not see prices, or where there is none. */
export function PriceNote({ sku, family }: { sku: string; family: Sku["family"] }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const price = useQuery(trpc.sku.list.queryOptions({ workspace_id: workspaceId, family })).data?.items.find(({ sku_code }) => sku_code === sku);
  if (price === undefined) return null;
  const money = (amount: number) => new Intl.NumberFormat("en", { style: "currency", currency: price.currency, maximumFractionDigits: 4 }).format(amount);
  return (
    <p className="text-ink-muted">
      {money(Number(price.hourly_price))} an hour, about <span className="font-medium text-ink">{money(Number(price.hourly_price) * HOURS_A_MONTH)}</span> a
      month, billed while it exists.
    </p>
  );
}
