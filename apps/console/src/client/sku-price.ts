"use client";

import type { Sku } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "@/shell/workspace.tsx";
import { skusQuestion } from "./catalog-questions.ts";
import { HOURS_PER_MONTH, money } from "./money.ts";
import { useTRPC } from "./trpc.ts";

/** A price as text. */
export interface ShownPrice {
  readonly hourly: string;
  /** For 730 hours, as everywhere. */
  readonly monthly: string;
}

/**
 * The prices of a family's products.
 * @returns the price of a quantity of a product: undefined while loading, null if the user may not see prices or there
 * is none
 */
export function useSkuPrices(
  family: Sku["family"],
): (skuCode: string, quantity?: number) => ShownPrice | null | undefined {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const refused = roleRefusal("billing.read") !== null;
  const list = useQuery({ ...skusQuestion(trpc, { workspaceId }, family), enabled: !refused });
  return (skuCode, quantity = 1) => {
    if (refused || list.isError) return null;
    if (list.data === undefined) return undefined;
    const sku = list.data.items.find((item) => item.sku_code === skuCode);
    if (sku === undefined || !Number.isFinite(quantity)) return null;
    const hour = Number(sku.hourly_price) * quantity;
    return { hourly: money(hour, sku.currency, 6), monthly: money(hour * HOURS_PER_MONTH, sku.currency) };
  };
}
