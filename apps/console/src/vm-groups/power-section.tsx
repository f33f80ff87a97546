"use client";

import type { VmGroup } from "@fulmar/contract";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { scheduleTime } from "./schedule-time.ts";

/** When a group stops its VMs and starts them by itself. */
export function PowerSection({ group }: { readonly group: VmGroup }) {
  const { power_schedule: schedule, next_stop_at: stops, next_start_at: starts } = group;
  if (schedule === null) return null;
  const stopsOnly = schedule.times.every(({ power }) => power === "stopped");
  return (
    <Section title="Stops and starts">
      <p className="mb-4">
        {group.state === "paused" && "While it is paused, it neither stops nor starts by itself."}
        {stops !== null && (
          <>
            It stops next on <DateTime iso={stops} />.{" "}
          </>
        )}
        {starts !== null && (
          <>
            It starts next on <DateTime iso={starts} />.
          </>
        )}
        {stopsOnly && "It is started by hand."}
      </p>
      <Facts
        label="Power schedule"
        facts={[
          ["Times", schedule.times.map((at) => scheduleTime(at.power, at)).join(" · ")],
          ["Time zone", schedule.timezone],
        ]}
      />
    </Section>
  );
}
