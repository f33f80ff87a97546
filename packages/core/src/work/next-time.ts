import { DateTime } from "luxon";

/** Times on the clock of a time zone: once a day, or once an hour. */
export interface ClockTimes {
  /** A name of the IANA database. */
  readonly timezone: string;
  /** Null: every hour. */
  readonly hour: number | null;
  readonly minute: number;
  /** Luxon's numbers, from Monday, 1, to Sunday, 7. Null: every day. Never empty. */
  readonly weekdays: readonly number[] | null;
}

/** The next of the times after a moment. One that the clocks skip comes that much later. */
export function nextTime({ timezone, hour, minute, weekdays }: ClockTimes, after: Date): Date {
  const start = DateTime.fromJSDate(after, { zone: timezone }).startOf(hour === null ? "hour" : "day");
  const step = hour === null ? { hours: 1 } : { days: 1 };
  for (let period = start; ; period = period.plus(step)) {
    const time = period.set({ minute, ...(hour !== null && { hour }) });
    if (time.toMillis() > after.getTime() && (weekdays?.includes(time.weekday) ?? true)) return time.toJSDate();
  }
}
