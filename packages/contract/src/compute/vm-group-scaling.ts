// Rules by which a group of VMs changes its count (docs/adr/0150).
import { z } from "zod";
import { Timestamp } from "../values/fields.ts";
import { TimeZone } from "../values/time-zone.ts";
import { repeatedTimes, scheduleTime } from "./vm-group-schedule.ts";
import { SCALING_METRICS, VM_GROUP_LIMITS, WEEKDAYS } from "./vm-group-states.ts";

const count = z.int().min(0).max(VM_GROUP_LIMITS.count);
const metric = {
  name: z.enum(SCALING_METRICS).describe("What is kept near the target, in percent of what a VM has."),
  target_percent: z.int().min(1).max(100).describe("What the average of the running VMs is kept near."),
  cooldown_minutes: z
    .int()
    .min(1)
    .max(VM_GROUP_LIMITS.cooldownMinutes)
    .default(5)
    .describe("For how many minutes after a change of the count this rule changes nothing."),
};

const ScheduleTime = z.strictObject({
  ...scheduleTime,
  count: count.describe("The count from then on."),
});

const bounds = {
  min_count: count.describe("The rules never go below it."),
  max_count: count.min(1).describe("The rules never go above it."),
};

export const VmGroupScalingInput = z
  .strictObject({
    ...bounds,
    metric: z.strictObject(metric).optional(),
    schedule: z.array(ScheduleTime).max(VM_GROUP_LIMITS.scheduleTimes).default([]),
    timezone: TimeZone.default("UTC").describe("Of the schedule."),
  })
  .superRefine((scaling, context) => {
    const { min_count, max_count, schedule } = scaling;
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    if (min_count > max_count) refuse(["min_count"], "must be at most max_count");
    if (scaling.metric === undefined && schedule.length === 0)
      refuse(["schedule"], "must have a time, or metric must be sent");
    if (scaling.metric !== undefined && min_count === 0)
      refuse(["min_count"], "must be 1 at least with a metric: without a VM nothing is measured");
    for (const [nth, entry] of schedule.entries())
      if (entry.count < min_count || entry.count > max_count)
        refuse(["schedule", nth, "count"], "must be between min_count and max_count");
    for (const nth of repeatedTimes(schedule)) refuse(["schedule", nth, "time"], "must not be the time of another");
  })
  .describe("Rules by which the group changes its count by itself, with the rights of whoever changed it last.")
  .meta({
    id: "VmGroupScalingInput",
    examples: [{ min_count: 2, max_count: 6, metric: { name: "cpu", target_percent: 60 } }],
  });

export const VmGroupScaling = z
  .strictObject({
    ...bounds,
    metric: z.strictObject({ ...metric, cooldown_minutes: z.int() }).nullable(),
    schedule: z.array(z.strictObject({ days: z.array(z.enum(WEEKDAYS)), time: z.string(), count })),
    timezone: z.string(),
  })
  .meta({ id: "VmGroupScaling" });
export type VmGroupScaling = z.infer<typeof VmGroupScaling>;

/** A change of a group's count by one of its rules. */
export const ScalingDecision = z
  .strictObject({
    at: Timestamp,
    rule: z.enum([...SCALING_METRICS, "schedule"]),
    from_count: z.int(),
    to_count: z.int(),
    /** Which value, or which time, as a sentence. */
    reason: z.string(),
  })
  .meta({ id: "VmGroupScalingDecision" });
export type ScalingDecision = z.infer<typeof ScalingDecision>;
