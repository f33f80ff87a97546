"use client";

import type { VmGroup } from "@fulmar/contract";
import { countOf } from "@/client/format.ts";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { scheduleTime } from "./schedule-time.ts";

/** The rules of a group, and what they have done last. */
export function ScalingSection({ group: { scaling, scaling_decisions: decisions } }: { readonly group: VmGroup }) {
  if (scaling === null && decisions.length === 0) return null;
  return (
    <Section title="Scaling">
      {scaling !== null && (
        <Facts
          label="Scaling rules"
          facts={[
            ["Count", `${scaling.min_count}–${scaling.max_count}`],
            ["Metric", scaling.metric && metricOf(scaling.metric)],
            ["Schedule", scaling.schedule.length === 0 ? null : scaling.schedule.map(countAt).join(" · ")],
            ["Time zone", scaling.schedule.length === 0 ? null : scaling.timezone],
          ]}
        />
      )}
      <ul aria-label="Last decisions" className="mt-4 space-y-2">
        {decisions.map(({ at, from_count, to_count, reason }) => (
          <li key={at}>
            <DateTime iso={at} /> · {from_count} → {to_count} · {reason}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type CountAt = NonNullable<VmGroup["scaling"]>["schedule"][number];

const countAt = (at: CountAt) => scheduleTime(countOf(at.count, "VM"), at);

function metricOf({ name, target_percent, cooldown_minutes }: NonNullable<NonNullable<VmGroup["scaling"]>["metric"]>) {
  const title = name === "cpu" ? "CPU" : "Memory";
  return `${title} near ${target_percent} %, ${cooldown_minutes} min between changes`;
}
