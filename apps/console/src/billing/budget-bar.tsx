import type { Budget } from "@fulmar/contract";
import { money } from "./money.ts";

/** What was spent of a budget as a bar and in words. A paler bar behind it is the forecast. */
export function BudgetBar({ budget: { amount, spent, expected, currency } }: { budget: Budget }) {
  const share = partOf(spent, amount);
  const ahead = partOf(expected, amount);
  const tone = share >= 100 ? "bg-bad" : ahead >= 100 ? "bg-warn" : "bg-good";
  return (
    <div className="w-44 py-2">
      <div aria-hidden className="relative h-2 overflow-hidden rounded-full bg-quiet-soft">
        <div className="absolute inset-y-0 left-0 bg-ink-subtle/30" style={{ width: `${Math.min(ahead, 100)}%` }} />
        <div className={`absolute inset-y-0 left-0 ${tone}`} style={{ width: `${Math.min(share, 100)}%` }} />
      </div>
      <p className="mt-1 whitespace-nowrap text-ink-muted text-xs tabular-nums">
        {money(spent, currency)}, {share} %
      </p>
    </div>
  );
}

/** In whole percent, rounded down: 100 is shown when it is reached. */
function partOf(sum: string, amount: string): number {
  return Math.floor((Number(sum) / Number(amount)) * 100);
}
