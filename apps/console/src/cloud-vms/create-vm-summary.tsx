"use client";

import type { Image, Plan } from "@fulmar/contract";
import { Button } from "@/components/button.tsx";
import { hourly, monthly } from "./price.ts";
import { memory, vcpus } from "./size.ts";

/** What the choices come to, and the button that buys it. */
export function CreateVmSummary({ plan, image, refusal, busy }: { plan: Plan | undefined; image: Image | undefined; refusal: string | null; busy: boolean }) {
  const lines = [
    ["Plan", plan?.name],
    ["Size", plan && `${vcpus(plan.cpu)}, ${memory(plan.ram_mb)}`],
    ["Disk", plan && `${Math.max(plan.disk_gb, image?.min_disk_gb ?? 0)} GB`],
    ["Image", image?.name],
  ] as const;
  return (
    <section aria-label="Summary" className="rounded-lg border border-line bg-canvas p-4 lg:sticky lg:top-20">
      <h2 className="font-medium">Summary</h2>
      <dl className="mt-3 space-y-1.5">
        {lines.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="text-right">{value ?? "—"}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-line border-t pt-4" aria-live="polite">
        <p className="flex items-baseline justify-between">
          <span className="text-ink-muted">A month</span>
          <span className="font-semibold text-lg tabular-nums">{(plan && monthly(plan)) ?? "—"}</span>
        </p>
        <p className="text-right text-ink-muted text-xs">{plan ? `${hourly(plan)} an hour, billed while it exists` : "Choose a plan"}</p>
      </div>
      <Button type="submit" look="primary" className="mt-4 w-full" busy={busy} refusal={refusal}>
        Create VM
      </Button>
    </section>
  );
}
