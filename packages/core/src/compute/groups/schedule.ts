// Times of the schedules of a group: moments, of which the latest that has passed and is not done decides.
import { WEEKDAYS } from "@fulmar/contract";
import { nextTime } from "../../work/next-time.ts";

interface Time {
  readonly days: readonly (typeof WEEKDAYS)[number][];
  /** As in 07:30. */
  readonly time: string;
}

/** Every time of a week comes again within eight days, so that older ones have been overtaken. */
const LOOK_BACK_MS = 8 * 24 * 3_600_000;

/** The latest time that has passed since `doneAt`. The first of the list, where the clocks put two at one moment. */
export function latestTime<T extends Time>(
  times: readonly T[],
  timezone: string,
  { doneAt, now }: { readonly doneAt: Date; readonly now: Date },
): T | undefined {
  const since = new Date(Math.max(doneAt.getTime(), now.getTime() - LOOK_BACK_MS));
  let latest: { readonly at: Date; readonly time: T } | undefined;
  for (const time of times) {
    const next = nextOf(time, timezone);
    let last: Date | undefined;
    for (let at = next(since); at <= now; at = next(at)) last = at;
    if (last !== undefined && (latest === undefined || latest.at < last)) latest = { at: last, time };
  }
  return latest?.time;
}

/** When one of the times comes next. Null without times. */
export function nextMoment(times: readonly Time[], timezone: string, now: Date): Date | null {
  const moments = times.map((time) => nextOf(time, timezone)(now).getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

function nextOf({ days, time }: Time, timezone: string): (after: Date) => Date {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const weekdays = days.map((day) => WEEKDAYS.indexOf(day) + 1);
  return (after) => nextTime({ timezone, hour, minute, weekdays }, after);
}
