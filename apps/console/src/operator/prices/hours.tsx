import { StatusBadge } from "@/components/status-badge.tsx";

const HOUR_MS = 3_600_000;

/** The next whole hour (UTC), as a field of date and time holds it. */
export function nextHour(): string {
  return new Date((Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS).toISOString().slice(0, "2030-01-01T00:00".length);
}

/** What a field of date and time in UTC holds, as a moment. Empty if it is none. */
export function momentOf(typed: string): string {
  const at = Date.parse(`${typed}Z`);
  return Number.isNaN(at) ? "" : new Date(at).toISOString();
}

/** "2030-01-01 05:00" of a moment, in UTC; 1970 stands for the beginning. */
export function hourText(iso: string): string {
  return Date.parse(iso) === 0 ? "the beginning" : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

export type Time = "past" | "present" | "future";

/** Says of things that follow each other which of them holds now. */
export function withTimes<Row extends { readonly valid_from: string }>(
  rows: readonly Row[],
  now = Date.now(),
): (Row & { readonly time: Time })[] {
  const begun = rows.filter(({ valid_from }) => Date.parse(valid_from) <= now).length;
  return rows.map((row, place) => ({
    ...row,
    time: place >= begun ? "future" : place === begun - 1 ? "present" : "past",
  }));
}

/** Whether something holds now, did before, or will. */
export function TimeBadge({ time }: { time: Time }) {
  return <StatusBadge tone={time === "present" ? "good" : "quiet"}>{time}</StatusBadge>;
}
