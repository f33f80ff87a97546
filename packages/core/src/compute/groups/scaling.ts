// What the rules of a group decide (docs/adr/0150).
import type { ScalingDecision, VmGroupScaling } from "@fulmar/contract";
import { latestTime } from "./schedule.ts";

/** What a decision depends on. */
export interface ScalingView {
  readonly scaling: VmGroupScaling;
  /** The count that the group should have now. */
  readonly count: number;
  readonly now: Date;
  /** When the count was changed last, by whomever. */
  readonly countChangedAt: Date;
  /** Times of the schedule until then are done. */
  readonly scheduleDoneAt: Date;
  /**
   * What was measured of each VM that is there since the last change of the count, in hundredths of a percent. Null: it
   * starts, was stopped, or does not answer.
   */
  readonly loads: readonly (number | null)[];
}

/** A change of the count, or the present count where a time of the schedule has passed and it is as it should be. */
export type ScalingStep = Pick<ScalingDecision, "rule" | "to_count" | "reason">;

/**
 * What the rules change now. A time of the schedule comes first.
 * @returns null if nothing
 */
export function decideCount(view: ScalingView): ScalingStep | null {
  return bySchedule(view) ?? byMetric(view);
}

function bySchedule({ scaling, now, scheduleDoneAt }: ScalingView): ScalingStep | null {
  const latest = latestTime(scaling.schedule, scaling.timezone, { doneAt: scheduleDoneAt, now });
  if (latest === undefined) return null;
  const reason = `The schedule says ${vms(latest.count)} from ${latest.time} on (${scaling.timezone}).`;
  return { rule: "schedule", to_count: latest.count, reason };
}

const TITLES = { cpu: "CPU", memory: "Memory" } as const;

/**
 * As many VMs as carry the load at the target, rounded up: the algorithm of Kubernetes' horizontal pod autoscaler. What
 * is not measured counts as nothing when there should be more VMs, and as the target when there should be fewer. Within
 * a tenth of the target nothing changes. A step at most doubles or halves the count.
 */
function byMetric({ scaling, count, now, countChangedAt, loads }: ScalingView): ScalingStep | null {
  const { metric, min_count, max_count } = scaling;
  if (metric === null || now.getTime() < countChangedAt.getTime() + metric.cooldown_minutes * 60_000) return null;
  const known = loads.filter((load) => load !== null);
  if (known.length === 0) return null;
  const target = metric.target_percent * 100;
  const measured = known.reduce((sum, load) => sum + load, 0);
  const more = measured > target * known.length;
  const all = Math.max(loads.length, count);
  const load = measured + (more ? 0 : target * (all - known.length));
  if (10 * Math.abs(load - target * all) <= target * all || load > target * all !== more) return null;
  const wanted = Math.ceil(load / target);
  const to_count = more ? Math.min(wanted, 2 * count, max_count) : Math.max(wanted, Math.ceil(count / 2), min_count);
  if (more ? to_count <= count : to_count >= count) return null;
  const average = Math.round(measured / known.length) / 100;
  return {
    rule: metric.name,
    to_count,
    reason:
      `${TITLES[metric.name]} is at ${average} % on average, and its target is ${metric.target_percent} %; ` +
      `measured on ${known.length} of ${vms(all)}.`,
  };
}

function vms(count: number): string {
  return count === 1 ? "1 VM" : `${count} VMs`;
}
