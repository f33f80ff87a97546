"use client";

import { RadioTower } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ListenerCard } from "./listener-card.tsx";
import { useCertificates, useListeners, usePools } from "./use-load-balancer.ts";

const ListenerDialog = onDemand(async () => (await import("./listener-dialog.tsx")).ListenerDialog);

export function ListenersPage({ loadBalancerId }: { loadBalancerId: string }) {
  const { roleRefusal } = useWorkspace();
  const listeners = useListeners(loadBalancerId);
  const pools = usePools(loadBalancerId).data?.items ?? [];
  const certificates = useCertificates(loadBalancerId).data?.items ?? [];
  return (
    <Section
      title="Listeners"
      lead="The ports on which the balancer answers."
      actions={
        <DialogButton
          look="primary"
          refusal={roleRefusal("load-balancer.write")}
          dialog={(state) => (
            <ListenerDialog {...state} loadBalancerId={loadBalancerId} pools={pools} listener={undefined} />
          )}
        >
          New listener
        </DialogButton>
      }
    >
      <Loaded query={listeners} skeleton={<BlockSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel icon={<RadioTower className="size-5" aria-hidden />} title="No listeners yet">
              <p>A listener is a port and a protocol. Without one, nothing answers at the balancer's address.</p>
            </Panel>
          ) : (
            <ul className="space-y-6">
              {items.map((listener) => (
                <ListenerCard
                  key={listener.listener_id}
                  loadBalancerId={loadBalancerId}
                  listener={listener}
                  pools={pools}
                  certificates={certificates}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
