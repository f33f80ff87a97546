export const USAGE_PERIODS = {
  month: "This month",
  "last-month": "Last month",
  "7-days": "Last 7 days",
  "30-days": "Last 30 days",
} as const;
export type UsagePeriod = keyof typeof USAGE_PERIODS;

const DAY_MS = 24 * 3600 * 1000;

export function readUsagePeriod(text: unknown): UsagePeriod {
  return isUsagePeriod(text) ? text : "month";
}

function isUsagePeriod(text: unknown): text is UsagePeriod {
  return typeof text === "string" && Object.hasOwn(USAGE_PERIODS, text);
}

/**
 * The first and last hour of a period, as the operation takes them, in UTC. A period that includes the present has no
 * end.
 */
export function rangeOf(period: UsagePeriod, now: Date = new Date()): { readonly from: string; readonly to?: string } {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const today = Date.UTC(year, month, now.getUTCDate());
  if (period === "month") return { from: hour(Date.UTC(year, month)) };
  if (period === "last-month") return { from: hour(Date.UTC(year, month - 1)), to: hour(Date.UTC(year, month)) };
  return { from: hour(today - (period === "7-days" ? 6 : 29) * DAY_MS) };
}

/** Every day of a period, as 2026-11-21. */
export function daysOf(period: UsagePeriod, now: Date = new Date()): string[] {
  const { from, to } = rangeOf(period, now);
  const first = Date.parse(from);
  const end = to === undefined ? now.getTime() : Date.parse(to);
  return Array.from({ length: Math.ceil((end - first) / DAY_MS) }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** "November 2026" of 2026-11. */
export function nameOfMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

function hour(at: number): string {
  return `${new Date(at).toISOString().slice(0, 13)}:00:00Z`;
}
