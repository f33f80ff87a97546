"use client";

import type { UsageLine } from "@fulmar/contract";
import { StackedBars } from "@/charts/stacked-bars.tsx";
import { money } from "./money.ts";
import { daysOf, type UsagePeriod } from "./usage-period.ts";

/** As many products as a reader tells apart by colour; the others are one. */
const SHOWN = 5;

/** What each day cost, by product: the dearest ones, and the rest together. */
export function UsageChart({ items, period }: { items: readonly UsageLine[]; period: UsagePeriod }) {
  const days = daysOf(period);
  const currency = items[0]?.currency ?? "USD";
  const series = seriesOf(items, days);
  const highest = Math.max(...days.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0)));
  return (
    <section aria-label="Usage by day" className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <StackedBars
        label="Cost by day"
        points={days.map((day) => ({ label: dayInFull(day), tick: dayInShort(day) }))}
        series={series}
        format={(value) => money(value, currency, highest < 1 ? 4 : 2)}
      />
    </section>
  );
}

function seriesOf(items: readonly UsageLine[], days: readonly string[]) {
  const totals = new Map<string, number>();
  for (const { sku_code, amount } of items) totals.set(sku_code, (totals.get(sku_code) ?? 0) + Number(amount));
  const products = [...totals].sort(([, one], [, other]) => other - one).map(([sku]) => sku);
  const shown = products.length > SHOWN + 1 ? products.slice(0, SHOWN) : products;
  const rest = products.slice(shown.length);
  const valuesOf = (skus: readonly string[]) =>
    days.map((day) => items.filter((item) => item.day === day && skus.includes(item.sku_code)).reduce((sum, { amount }) => sum + Number(amount), 0));
  const series = shown.map((sku) => ({ label: sku, values: valuesOf([sku]) }));
  return rest.length === 0 ? series : [...series, { label: `${rest.length} others`, values: valuesOf(rest) }];
}

const UTC = { timeZone: "UTC" } as const;
const dayInFull = (day: string) => new Date(day).toLocaleDateString("en", { ...UTC, dateStyle: "medium" });
const dayInShort = (day: string) => new Date(day).toLocaleDateString("en", { ...UTC, day: "numeric", month: "short" });
