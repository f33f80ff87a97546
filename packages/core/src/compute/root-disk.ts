import type { RequestContext } from "../request/context.ts";

/** Sold by the gigabyte: what a root disk has beyond its plan's. */
const SKU = "disk.root";

/**
 * Asks billing for gigabytes of root disk beyond the plan; nothing is asked where there are none. @throws DomainError
 * 402
 */
export async function admitRootDisk(context: RequestContext, gigabytes: number): Promise<void> {
  if (gigabytes > 0) await context.admit({ skuCode: SKU, quantity: gigabytes });
}

/** How many gigabytes of a root disk its plan does not pay for. */
export function beyondPlan(diskGb: number, planDiskGb: number): number {
  return Math.max(0, diskGb - planDiskGb);
}
