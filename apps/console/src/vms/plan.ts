import type { Plan } from "@fulmar/contract";
import { money } from "@/client/money.ts";

/** A disk size in words: "6,400 GB". */
export function gigabytes(gb: number): string {
  return `${gb.toLocaleString("en-US")} GB`;
}

/** Memory in words: 2048 MB are 2 GB. */
export function memory(ramMb: number): string {
  return ramMb % 1024 === 0 ? gigabytes(ramMb / 1024) : `${ramMb.toLocaleString("en-US")} MB`;
}

export function vcpus(cpu: number): string {
  return cpu === 1 ? "1 vCPU" : `${cpu} vCPUs`;
}

type Priced = Pick<Plan, "hourly_price" | "monthly_price" | "currency">;

/** The price of a month (730 hours), or null while the plan has no price. */
export function monthly({ monthly_price, currency }: Priced): string | null {
  return monthly_price === null || currency === null ? null : money(monthly_price, currency);
}

/** The price of an hour, with all digits of the price. */
export function hourly({ hourly_price, currency }: Priced): string | null {
  return hourly_price === null || currency === null ? null : money(hourly_price, currency, 6);
}

/** Why nobody can have a plan now, or null. */
export function unavailable({
  available,
  hourly_price,
  site_ids,
}: Pick<Plan, "available" | "hourly_price" | "site_ids">): string | null {
  if (available) return null;
  if (hourly_price === null) return "Not available: it has no price";
  return `Not available: no site ${site_ids.length === 0 ? "offers it" : "has room for it"}`;
}
