"use client";

import { Network } from "lucide-react";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { NatGatewayCard } from "./nat-gateway-card.tsx";
import { useNatGateways, useSubnets, useVpc } from "./use-vpc.ts";

const CreateDialog = onDemand(async () => (await import("./create-nat-gateway-dialog.tsx")).CreateNatGatewayDialog);

export function NatGatewaysPage({ vpcId }: { vpcId: string }) {
  const { roleRefusal } = useWorkspace();
  const [creating, setCreating] = useState(false);
  const vpc = useVpc(vpcId).data;
  const subnets = useSubnets(vpcId).data?.items ?? [];
  const gateways = useNatGateways(vpcId);
  if (vpc === undefined) return null;
  return (
    <Section
      title="NAT gateways"
      lead={
        <>
          Each gives its subnets internet access through one public address, and forwards chosen ports of that address
          to VMs. <DocsLink to="natGateways">About NAT gateways</DocsLink>
        </>
      }
      actions={
        <Button
          look="primary"
          onClick={() => setCreating(true)}
          refusal={
            roleRefusal("network.write") ?? (subnets.length === 0 ? "The VPC has no subnets; create one first." : null)
          }
        >
          New NAT gateway
        </Button>
      }
    >
      <Loaded query={gateways} skeleton={<BlockSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel icon={<Network className="size-5" aria-hidden />} title="No NAT gateways yet">
              <p>VMs without a public address reach the internet through the NAT gateway of their subnet.</p>
            </Panel>
          ) : (
            <ul className="space-y-6">
              {items.map((gateway) => (
                <NatGatewayCard key={gateway.nat_gateway_id} gateway={gateway} subnets={subnets} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {creating && (
        <CreateDialog
          vpc={vpc}
          subnets={subnets}
          gateways={gateways.data?.items ?? []}
          onClose={() => setCreating(false)}
        />
      )}
    </Section>
  );
}
