"use client";

import type { Announcement } from "@fulmar/contract";
import { Wrench } from "lucide-react";
import { DateTime } from "@/components/date-time.tsx";

/** The maintenance that an operator has announced for the VM's site. */
export function MaintenanceWindows({ windows }: { windows: readonly Announcement[] }) {
  return (
    <section aria-label="Maintenance of the site" className="space-y-2">
      {windows.map(({ announcement_id, title, starts_at, ends_at }) => (
        <p key={announcement_id} className="flex gap-3 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3">
          <Wrench className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <span className="[overflow-wrap:anywhere]">
            {title}: maintenance of the VM’s site from <DateTime iso={starts_at} />
            {ends_at !== null && (
              <>
                {" "}
                to <DateTime iso={ends_at} />
              </>
            )}
          </span>
        </p>
      ))}
    </section>
  );
}
