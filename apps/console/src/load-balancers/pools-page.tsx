"use client";

import { Boxes } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { PoolCard } from "./pool-card.tsx";
import { usePools } from "./use-load-balancer.ts";

const PoolDialog = onDemand(async () => (await import("./pool-dialog.tsx")).PoolDialog);

export function PoolsPage({ loadBalancerId }: { loadBalancerId: string }) {
  const { roleRefusal } = useWorkspace();
  const pools = usePools(loadBalancerId);
  return (
    <Section
      title="Pools"
      lead="Groups of interchangeable targets. New connections go to healthy ones, by weight."
      actions={
        <DialogButton
          look="primary"
          refusal={roleRefusal("load-balancer.write")}
          dialog={(state) => <PoolDialog {...state} loadBalancerId={loadBalancerId} pool={undefined} />}
        >
          New pool
        </DialogButton>
      }
    >
      <Loaded query={pools} skeleton={<BlockSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel icon={<Boxes className="size-5" aria-hidden />} title="No pools yet">
              <p>A pool lists targets and their health check. Listeners send requests to pools.</p>
            </Panel>
          ) : (
            <ul className="space-y-6">
              {items.map((pool) => (
                <PoolCard key={pool.pool_id} loadBalancerId={loadBalancerId} pool={pool} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
