"use client";

import { useState } from "react";
import { CreateAlertLink } from "@/alerts/create-alert-link.tsx";
import { RangeChoice } from "@/charts/range-choice.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { SelectField } from "@/components/field.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useVms } from "@/vms/listed-vms.tsx";
import type { BalancerPart } from "./load-balancer-queries.ts";
import { targetName, useListeners, usePools } from "./use-load-balancer.ts";

// Charts are rendered in the browser, in the user's time zone.
const BalancerCharts = onDemand(
  async () => (await import("./balancer-charts.tsx")).BalancerCharts,
  <BlockSkeleton className="h-96" />,
);

/** The traffic of a load balancer, a listener or a target over time. */
export function LoadBalancerMetricsPage({ loadBalancerId }: { loadBalancerId: string }) {
  const [shown, setShown] = useState("");
  const listeners = useListeners(loadBalancerId).data?.items ?? [];
  const targets = (usePools(loadBalancerId).data?.items ?? []).flatMap((pool) =>
    pool.targets.map((target) => ({ pool, target })),
  );
  const vms = useVms();
  const part: BalancerPart = {
    ...(listeners.some(({ listener_id }) => listener_id === shown) && { listener_id: shown }),
    ...(targets.some(({ target }) => target.target_id === shown) && { target_id: shown }),
  };
  return (
    <>
      <div className="mb-4 max-w-sm">
        <SelectField label="Metrics of" value={shown} onChange={(event) => setShown(event.currentTarget.value)}>
          <option value="">The whole load balancer</option>
          {listeners.map(({ listener_id, name }) => (
            <option key={listener_id} value={listener_id}>{`Listener ${name}`}</option>
          ))}
          {targets.map(({ pool, target }) => (
            <option key={target.target_id} value={target.target_id}>
              {`Target ${targetName(target, vms)} of ${pool.name}`}
            </option>
          ))}
        </SelectField>
      </div>
      <RangeChoice aside={<CreateAlertLink metric="load_balancer_unhealthy_targets" resourceId={loadBalancerId} />}>
        {(range) => <BalancerCharts loadBalancerId={loadBalancerId} range={range} part={part} />}
      </RangeChoice>
    </>
  );
}
