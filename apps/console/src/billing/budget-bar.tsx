import type { Budget } from "@fulmar/contract";
import { money } from "@/client/money.ts";
import { percentOf, shareInWords } from "./budget-share.ts";

/** The spent part of a budget, as a bar and in words. A paler bar behind it is the forecast. */
export function BudgetBar({ budget: { amount, spent, expected, currency } }: { budget: Budget }) {
  const share = percentOf(spent, amount);
  const ahead = percentOf(expected, amount);
  const tone = share >= 100 ? "bg-bad" : ahead >= 100 ? "bg-warn" : "bg-good";
  return (
    <div className="w-44 py-2">
      <div aria-hidden className="relative h-2 overflow-hidden rounded-full bg-quiet-soft">
        <div className="absolute inset-y-0 left-0 bg-ink-subtle/30" style={{ width: `${Math.min(ahead, 100)}%` }} />
        <div
          className={`absolute inset-y-0 left-0 ${tone} ${Number(spent) > 0 ? "min-w-0.5" : ""}`}
          style={{ width: `${Math.min(share, 100)}%` }}
        />
      </div>
      <p className="mt-1 whitespace-nowrap text-ink-muted text-xs tabular-nums">
        {money(spent, currency)}, {shareInWords(spent, amount)}
      </p>
    </div>
  );
}
