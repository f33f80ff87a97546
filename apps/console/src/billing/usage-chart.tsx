"use client";

import type { UsageLine } from "@fulmar/contract";
import { StackedBars } from "@/charts/stacked-bars.tsx";
import { money } from "@/client/money.ts";
import { useInstallation } from "@/shell/installation.tsx";
import { daysOf, type UsagePeriod } from "./usage-period.ts";
import { seriesOf } from "./usage-series.ts";

/** The cost of each day by product: the most expensive ones, and all others combined. */
export function UsageChart({ items, period }: { items: readonly UsageLine[]; period: UsagePeriod }) {
  const days = daysOf(period);
  const currency = useInstallation().currency;
  const series = seriesOf(items, days);
  const highest = Math.max(...days.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0)));
  return (
    <section aria-label="Usage by day" className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <StackedBars
        label="Cost by day"
        points={days.map((day) => ({ label: dayInFull(day), tick: dayInShort(day) }))}
        series={series}
        format={(value) => money(value, currency, highest < 1 ? 4 : undefined)}
      />
    </section>
  );
}

const UTC = { timeZone: "UTC" } as const;
const dayInFull = (day: string) => new Date(day).toLocaleDateString("en", { ...UTC, dateStyle: "medium" });
const dayInShort = (day: string) => new Date(day).toLocaleDateString("en", { ...UTC, day: "numeric", month: "short" });
