"use client";

import type { Image, Plan } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { skusQuestion } from "@/client/catalog-questions.ts";
import { money } from "@/client/money.ts";
import type { ShownPrice } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const HOURS_PER_MONTH = 730;
/** Per gigabyte of a root disk beyond the plan's size. */
const ROOT_DISK = "disk.root";

/**
 * The size of the new root disk: the requested size, or else the one from plan and image. Undefined if no plan was
 * chosen.
 */
export function diskOf(plan: Plan | undefined, image: Image | undefined, asked: string): number | undefined {
  if (plan === undefined) return undefined;
  const size = Number(asked);
  return asked.trim() !== "" && Number.isInteger(size) && size > 0
    ? size
    : Math.max(plan.disk_gb, image?.min_disk_gb ?? 0);
}

/**
 * The price of a VM: its plan, plus the root disk beyond the plan's size. Volumes and reserved IPs are billed
 * separately.
 * @param count how many such VMs
 */
export function useVmPrice(
  plan: Plan | undefined,
  diskGb: number | undefined,
  count: number,
): { price: ShownPrice | null | undefined; extraDisk: string | null } {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const refused = roleRefusal("billing.read") !== null;
  const skus = useQuery({ ...skusQuestion(trpc, { workspaceId }, "compute"), enabled: !refused });
  if (plan === undefined || diskGb === undefined || plan.hourly_price === null || plan.currency === null)
    return { price: undefined, extraDisk: null };
  const { currency } = plan;
  const gigabytes = Math.max(0, diskGb - plan.disk_gb);
  const each = skus.data?.items.find(({ sku_code }) => sku_code === ROOT_DISK)?.hourly_price;
  if (gigabytes > 0 && each === undefined)
    return { price: refused || skus.isError || skus.data ? null : undefined, extraDisk: `${gigabytes} GB` };
  const extra = gigabytes * Number(each ?? 0);
  const hour = (Number(plan.hourly_price) + extra) * count;
  return {
    price: { hourly: money(hour, currency, 6), monthly: money(hour * HOURS_PER_MONTH, currency) },
    extraDisk: gigabytes === 0 ? null : `${gigabytes} GB, ${money(extra * HOURS_PER_MONTH, currency)} a month`,
  };
}
