"use client";

import type { PortForward } from "@fulmar/contract";
import { Network } from "lucide-react";
import { useState } from "react";
import { formatStatus } from "@/client/format.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { Button, ButtonLink } from "@/components/button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type ListedVm, useVms, vmHref } from "@/vms/listed-vms.tsx";
import { NAT_GATEWAY_STATE } from "./network-status-badge.tsx";
import { useNatGateways, useNodes, usePortForwards, useSubnets, useVpc } from "./use-vpc.ts";
import { VpcMap } from "./vpc-map.tsx";
import { wayOut } from "./way-out.ts";

const MapTable = onDemand(async () => (await import("./map-table.tsx")).MapTable);

export function MapPage({ vpcId }: { vpcId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const [table, setTable] = useState(false);
  const vpc = useVpc(vpcId).data;
  const subnets = useSubnets(vpcId);
  const allocations = useNodes(vpcId).data?.items ?? [];
  const nats = useNatGateways(vpcId).data?.items ?? [];
  const forwards = usePortForwards(
    vpcId,
    nats.map(({ nat_gateway_id }) => nat_gateway_id),
  );
  const vms = useVms();
  if (vpc === undefined) return null;
  const nodes = allocations.map((node) => {
    const vm = vms.get(node.vm_id);
    return {
      ...{
        id: node.allocation_id,
        subnetId: node.subnet_id,
        address: node.private_ip,
        publicAddress: node.public_ip,
        usesNat: node.connectivity === "nat",
        out: wayOut(node),
      },
      ...{
        name: vm?.name ?? node.vm_id,
        status: vm?.status,
        href: vmHref(workspaceId, node.vm_id, vm),
      },
    };
  });
  const gateways = nats.map(({ nat_gateway_id, name, status, public_ip, subnet_ids }) => ({
    ...{ id: nat_gateway_id, name, status, publicAddress: public_ip, subnetIds: subnet_ids },
    forwards: forwards
      .filter((forward) => forward.nat_gateway_id === nat_gateway_id)
      .map((forward) => describeForward(forward, vms)),
  }));
  return (
    <Loaded query={subnets} skeleton={<BlockSkeleton className="h-96" />}>
      {({ items }) => {
        if (items.length === 0) {
          return (
            <Panel icon={<Network className="size-5" aria-hidden />} title="No subnets yet">
              <p>VMs are attached to subnets, which divide the VPC's network {vpc.cidr}.</p>
              <div className="mt-5">
                <ButtonLink
                  href={workspaceHref(workspaceId, `vpcs/${vpcId}/subnets`)}
                  look="primary"
                  refusal={roleRefusal("network.write")}
                >
                  Create a subnet
                </ButtonLink>
              </div>
            </Panel>
          );
        }
        const shown = items
          .map(({ subnet_id, name, cidr, status }) => ({ id: subnet_id, name, cidr, status }))
          .toReversed();
        const nameOf = (id: string) => items.find(({ subnet_id }) => subnet_id === id)?.name ?? id;
        return (
          <div className="space-y-4">
            <VpcMap
              vpc={{ id: vpcId, name: vpc.name, cidr: vpc.cidr }}
              subnets={shown}
              nodes={nodes}
              gateways={gateways}
            />
            <div className="flex flex-wrap items-center gap-3">
              <p className="flex-1 text-ink-subtle text-xs">
                ↑ a VM's own public address. Blue lines lead from subnets through NAT gateways to the internet; a dashed
                one is used by no VM of the subnet yet.
              </p>
              <Button onClick={() => setTable(!table)} aria-expanded={table}>
                {table ? "Hide the table" : "Show as a table"}
              </Button>
            </div>
            {table && (
              <MapTable
                rows={[
                  ...gateways.map(({ id, name, status, publicAddress, subnetIds }) => ({
                    ...{
                      key: id,
                      kind: "NAT gateway",
                      name,
                      address: publicAddress ?? "none",
                      state: NAT_GATEWAY_STATE[status].title,
                    },
                    place: `for ${subnetIds.map(nameOf).join(", ")}`,
                  })),
                  ...shown.map(({ id, name, cidr, status }) => ({
                    key: id,
                    kind: "Subnet",
                    name,
                    address: cidr,
                    state: status,
                    place: vpc.name,
                  })),
                  ...nodes.map((node) => ({
                    ...{
                      key: node.id,
                      kind: "VM",
                      name: node.name,
                      address: node.address,
                      state: node.status === undefined ? "" : formatStatus(node.status),
                    },
                    place: `${nameOf(node.subnetId)}; internet access: ${node.out}`,
                  })),
                ]}
              />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function describeForward(
  { protocol, public_port, vm_id, private_port }: PortForward,
  vms: ReadonlyMap<string, ListedVm>,
): string {
  return `${protocol.toUpperCase()} ${public_port} → ${vms.get(vm_id)?.name ?? vm_id}:${private_port}`;
}
