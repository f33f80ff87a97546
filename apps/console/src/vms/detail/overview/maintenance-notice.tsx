"use client";

import type { VmMaintenance } from "@fulmar/contract";
import { Wrench } from "lucide-react";
import { DateTime } from "@/components/date-time.tsx";

/** The announced maintenance that touches the VM now or next. */
export function MaintenanceNotice({ maintenance: { title, starts_at, ends_at } }: { maintenance: VmMaintenance }) {
  return (
    <section aria-label="Maintenance" className="flex gap-3 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3">
      <Wrench className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <p className="[overflow-wrap:anywhere]">
        {title}: maintenance touches this VM from <DateTime iso={starts_at} /> to <DateTime iso={ends_at} />.
      </p>
    </section>
  );
}
