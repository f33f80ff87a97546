// Times at which a VM group does something by itself.
import { z } from "zod";
import { TimeZone } from "../values/time-zone.ts";
import { VM_GROUP_LIMITS, VM_GROUP_POWERS, WEEKDAYS } from "./vm-group-states.ts";

/** Days and a time of the day, as a schedule has them. */
export const scheduleTime = {
  days: z
    .array(z.enum(WEEKDAYS))
    .min(1)
    .max(WEEKDAYS.length)
    .refine((named) => new Set(named).size === named.length, "must not name a day twice")
    .default([...WEEKDAYS])
    .describe("By default every day."),
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day from 00:00 to 23:59, as in 07:30")
    .describe("In `timezone`. A time that the clocks skip comes that much later."),
};

interface Time {
  readonly days: readonly string[];
  readonly time: string;
}

/** The times that are a moment of an earlier one, so that nothing says which of both counts. */
export function repeatedTimes(times: readonly Time[]): number[] {
  const taken = new Set<string>();
  return times.flatMap(({ days, time }, nth) => {
    const moments = days.map((day) => `${day} ${time}`);
    const isRepeated = moments.some((moment) => taken.has(moment));
    for (const moment of moments) taken.add(moment);
    return isRepeated ? [nth] : [];
  });
}

const power = z.enum(VM_GROUP_POWERS).describe("What its VMs should be from then on.");

export const VmGroupPowerScheduleInput = z
  .strictObject({
    times: z
      .array(z.strictObject({ ...scheduleTime, power }))
      .min(1)
      .max(VM_GROUP_LIMITS.scheduleTimes),
    timezone: TimeZone.default("UTC").describe("Of the times."),
  })
  .superRefine(({ times }, context) => {
    for (const nth of repeatedTimes(times))
      context.addIssue({ code: "custom", path: ["times", nth, "time"], message: "must not be the time of another" });
  })
  .describe(
    "Times at which the VMs are stopped, and started again. They keep disks and addresses. The latest time that has " +
      "passed decides, until somebody stops or starts the group.",
  )
  .meta({
    id: "VmGroupPowerScheduleInput",
    examples: [
      {
        timezone: "Europe/Amsterdam",
        times: [
          { time: "20:00", power: "stopped" },
          { days: ["monday", "tuesday", "wednesday", "thursday", "friday"], time: "07:00", power: "running" },
        ],
      },
    ],
  });

export const VmGroupPowerSchedule = z
  .strictObject({
    times: z.array(z.strictObject({ days: z.array(z.enum(WEEKDAYS)), time: z.string(), power })),
    timezone: z.string(),
  })
  .meta({ id: "VmGroupPowerSchedule" });
export type VmGroupPowerSchedule = z.infer<typeof VmGroupPowerSchedule>;
