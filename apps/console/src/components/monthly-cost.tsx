import { amount } from "@/vms/plan.ts";

/** What a row of a list costs per month, in the installation's currency. */
export function MonthlyCost({ price }: { price: string | undefined }) {
  return price === undefined ? null : (
    <span className="whitespace-nowrap tabular-nums">{amount(Number(price), null, 2)}</span>
  );
}
