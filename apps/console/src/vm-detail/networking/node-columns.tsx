"use client";

import type { VmNode } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { DetachNode } from "./detach-node.tsx";

const column = columnsOf<VmNode>();

export const nodeColumns = [
  column("vpc", "VPC", (node) => <NameCell page="vpcs" id={node.vpc_id} name={node.vpc_name} />),
  column("subnet", "Subnet", (node) => (
    <div className="whitespace-nowrap">
      {node.subnet_name} <span className="font-mono text-ink-muted text-xs">{node.subnet_cidr}</span>
    </div>
  )),
  column("address", "Address", (node) => <Copyable text={node.private_ip} label="address" />),
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
