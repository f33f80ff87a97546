"use client";

import type { NatGateway, Subnet } from "@fulmar/contract";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { ResourceLink } from "@/components/resource-link.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { NAT_GATEWAY_STATE } from "./network-status-badge.tsx";
import { PortForwards } from "./port-forwards.tsx";

const RenameDialog = onDemand(async () => (await import("./rename-nat-gateway-dialog.tsx")).RenameNatGatewayDialog);

/** One gateway: its current effect in words, and its port forwards. */
export function NatGatewayCard({ gateway, subnets }: { gateway: NatGateway; subnets: readonly Subnet[] }) {
  const { tone, title } = NAT_GATEWAY_STATE[gateway.status];
  const served = subnets.filter(({ subnet_id }) => gateway.subnet_ids.includes(subnet_id));
  return (
    <li aria-label={gateway.name} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 p-5">
        <div className="min-w-56 flex-1">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {gateway.name}
            <StatusBadge tone={tone} changing={gateway.status === "provisioning"}>
              {title}
            </StatusBadge>
          </h3>
          <Copyable text={gateway.nat_gateway_id} label="id" />
          <p className="mt-2 text-ink-muted">{describeState(gateway, served)}</p>
          {gateway.error_message !== null && (
            <p role="status" className="mt-1 text-bad">
              {gateway.status === "available" && "Its last changes are not in force: "}
              {gateway.error_message} It is retried automatically.
            </p>
          )}
          {gateway.public_ip_id !== null && (
            <p className="mt-1 text-ink-muted">
              Public address <ResourceLink id={gateway.public_ip_id}>{gateway.public_ip}</ResourceLink>
            </p>
          )}
        </div>
        <Actions gateway={gateway} />
      </div>
      <PortForwards gateway={gateway} />
    </li>
  );
}

function describeState({ status, public_ip, subnet_ids }: NatGateway, served: readonly Subnet[]): string {
  const names =
    served.length === subnet_ids.length
      ? served.map(({ name, cidr }) => `${name} (${cidr})`).join(", ")
      : `${subnet_ids.length} subnets`;
  if (public_ip === null)
    return (
      "It does not work: its public address was detached. Attach a reserved IP to it, " +
      `so that ${names} can reach the internet.`
    );
  if (status === "error")
    return `It does not work: its site could not set it up, so ${names} cannot reach the internet through it.`;
  if (status === "provisioning") return `It is being set up to translate outgoing traffic of ${names} to ${public_ip}.`;
  return `It translates outgoing traffic of ${names} to ${public_ip}.`;
}

function Actions({ gateway }: { gateway: NatGateway }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [renaming, setRenaming] = useState(false);
  const refusal = roleRefusal("network.write");
  return (
    <div className="flex gap-2">
      <Button onClick={() => setRenaming(true)} refusal={refusal} aria-label={`Rename ${gateway.name}`}>
        Rename
      </Button>
      <DeleteAction
        deletion={trpc.natGateway.delete}
        input={{ workspace_id: workspaceId, vpc_id: gateway.vpc_id, nat_gateway_id: gateway.nat_gateway_id }}
        plan={trpc.changePlan.natGateway.delete}
        onDeleted={() => changed(`Deleted ${gateway.name}`)}
        what="NAT gateway"
        name={gateway.name}
        lead={
          <>
            Its subnets lose internet access. A reserved IP stays with the workspace; an address assigned by the
            platform is released.
          </>
        }
        label={`Delete ${gateway.name}`}
        refusal={refusal}
      />
      {renaming && <RenameDialog gateway={gateway} onClose={() => setRenaming(false)} />}
    </div>
  );
}
