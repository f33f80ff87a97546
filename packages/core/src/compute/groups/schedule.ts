// Times of the schedules of a group: moments, of which the latest that has passed and is not done decides. They are
// those of nextTime (work/next-time.ts). Days are walked once for all times: reading the clock of a zone is slow.
import { WEEKDAYS } from "@fulmar/contract";
import { DateTime } from "luxon";

interface Time {
  readonly days: readonly (typeof WEEKDAYS)[number][];
  /** As in 07:30. */
  readonly time: string;
}

/** Every time of a week comes again within eight days, so that older ones have been overtaken. */
const DAYS = 8;

/** The latest time that has passed since `doneAt`. The first of the list, where the clocks put two at one moment. */
export function latestTime<T extends Time>(
  times: readonly T[],
  timezone: string,
  { doneAt, now }: { readonly doneAt: Date; readonly now: Date },
): T | undefined {
  for (const { day, moments } of daysWith(times, { now, timezone, step: -1 })) {
    let latest: { readonly at: number; readonly time: T } | undefined;
    for (const { at, time } of moments)
      if (at > doneAt.getTime() && at <= now.getTime() && (latest === undefined || at > latest.at))
        latest = { at, time };
    if (latest !== undefined) return latest.time;
    if (day.toMillis() < doneAt.getTime()) return undefined;
  }
  return undefined;
}

/** When one of the times comes next. Null without times. */
export function nextMoment(times: readonly Time[], timezone: string, now: Date): Date | null {
  for (const { moments } of daysWith(times, { now, timezone, step: 1 })) {
    const coming = moments.flatMap(({ at }) => (at > now.getTime() ? at : []));
    if (coming.length > 0) return new Date(Math.min(...coming));
  }
  return null;
}

interface Walk {
  readonly now: Date;
  readonly timezone: string;
  readonly step: 1 | -1;
}

/** The days that have times, from today on, forwards or backwards. A time that the clocks skip comes that much later. */
function* daysWith<T extends Time>(times: readonly T[], { now, timezone, step }: Walk) {
  if (times.length === 0) return;
  const today = DateTime.fromJSDate(now, { zone: timezone }).startOf("day");
  for (let nth = 0; nth <= DAYS; nth++) {
    const weekday = WEEKDAYS[(today.weekday - 1 + nth * step + 2 * WEEKDAYS.length) % WEEKDAYS.length];
    const those = times.filter(({ days }) => days.some((named) => named === weekday));
    if (those.length === 0) continue;
    const day = today.plus({ days: nth * step });
    yield { day, moments: those.map((time) => ({ at: day.set(clockOf(time)).toMillis(), time })) };
  }
}

function clockOf({ time }: Time) {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { hour, minute };
}
