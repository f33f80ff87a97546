"use client";

import type { VmNetwork, VmNode } from "@fulmar/contract";
import { Network } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";

const AttachNodeDialog = onDemand(async () => (await import("./attach-node-dialog.tsx")).AttachNodeDialog);

/** The subnets that the VM is in. */
export function NodeSection({ network }: { network: VmNetwork }) {
  const { networkRefusal } = useVm();
  return (
    <Section
      title="Private networks"
      actions={
        <DialogButton refusal={networkRefusal()} dialog={(state) => <AttachNodeDialog {...state} />}>
          Attach to a subnet
        </DialogButton>
      }
    >
      {network.nodes.length === 0 ? (
        <Panel icon={<Network className="size-5" aria-hidden />} title="Not attached to a private network">
          <p>In a subnet of a VPC, the VM has a private address at which the other VMs of the VPC reach it.</p>
        </Panel>
      ) : (
        <DataTable label="Subnets" columns={nodeColumns} rows={network.nodes} keyOf={(node) => node.allocation_id} />
      )}
    </Section>
  );
}

const column = columnsOf<VmNode>();

const nodeColumns = [
  column("vpc", "VPC", (node) => <NameCell page="vpcs" id={node.vpc_id} name={node.vpc_name} />),
  column("subnet", "Subnet", (node) => (
    <div className="whitespace-nowrap">
      {node.subnet_name} <span className="font-mono text-ink-muted text-xs">{node.subnet_cidr}</span>
    </div>
  )),
  column("address", "Address", (node) => (
    <>
      <Copyable text={node.private_ip} label="address" />
      {node.ipv6_address !== null && <Copyable text={node.ipv6_address} label="IPv6 address" />}
      {node.private_dns_name !== null && <Copyable text={node.private_dns_name} label="private name" />}
    </>
  )),
  column("out", "Reaches the internet", (node) => <WayOut node={node} />),
  column("actions", hiddenTitle("Actions"), (node) => (
    <div className="text-right">
      <DetachNode node={node} />
    </div>
  )),
];

function WayOut({ node }: { node: VmNode }) {
  if (node.connectivity === "private") return <span className="text-ink-subtle">no</span>;
  const address = node.connectivity === "public_ip" ? node.public_ip : node.nat_public_ip;
  return (
    <span className="whitespace-nowrap">
      {node.connectivity === "public_ip" ? "by its public address" : "through a NAT gateway"}{" "}
      <span className="font-mono text-ink-muted text-xs">{address}</span>
    </span>
  );
}

function DetachNode({ node }: { node: VmNode }) {
  const { roleRefusal } = useWorkspace();
  return (
    <DialogButton
      aria-label={`Detach from ${node.subnet_name}`}
      refusal={roleRefusal("network.write")}
      dialog={(state) => <DetachQuestion node={node} {...state} />}
    >
      Detach
    </DialogButton>
  );
}

function DetachQuestion({ node, open, onClose }: { node: VmNode } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm } = useVm();
  const changed = useChanged();
  const detachment = { workspace_id: workspaceId, vpc_id: node.vpc_id, allocation_id: node.allocation_id };
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Detach ${vm.name} from ${node.subnet_name}?`}
      lead={`Its address ${node.private_ip} becomes free, and port forwards to it end. A reserved IP that it used is kept.`}
      action="Detach from subnet"
      change={trpc.vpcNode.detach}
      input={detachment}
      plan={trpc.changePlan.vpcNode.detach}
      onDone={() => changed(`${vm.name} left ${node.subnet_name}`)}
    />
  );
}
