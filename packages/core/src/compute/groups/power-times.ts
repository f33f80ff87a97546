import type { VmGroup, VmGroupPowerSchedule } from "@fulmar/contract";
import { nextMoment } from "./schedule.ts";

export type Power = VmGroup["power"];

/** The schedule of a row, as the contract has it. */
export function powerScheduleOf({ power_schedule }: { readonly power_schedule: unknown }): VmGroupPowerSchedule | null {
  return power_schedule as VmGroupPowerSchedule | null;
}

/** When a schedule stops and starts the group next. */
export function nextPowerTimes(schedule: VmGroupPowerSchedule | null, now: Date) {
  const next = (wanted: Power) => {
    const times = schedule?.times.filter(({ power }) => power === wanted) ?? [];
    return nextMoment(times, schedule?.timezone ?? "UTC", now);
  };
  return { next_stop_at: next("stopped"), next_start_at: next("running") };
}
