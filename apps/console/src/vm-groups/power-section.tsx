"use client";

import type { VmGroup } from "@fulmar/contract";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { daysOf } from "./days-of.ts";

/** When a group stops its VMs and starts them by itself. */
export function PowerSection({ group }: { readonly group: VmGroup }) {
  const { power_schedule: schedule, next_stop_at: stops, next_start_at: starts } = group;
  if (schedule === null) return null;
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
      </p>
      <Facts
        label="Power schedule"
        facts={[
          ["Times", schedule.times.map(timeOf).join(" · ")],
          ["Time zone", schedule.timezone],
        ]}
      />
    </Section>
  );
}

function timeOf({ days, time, power }: NonNullable<VmGroup["power_schedule"]>["times"][number]) {
  return `${power} from ${time}, ${daysOf(days)}`;
}
