"use client";

import type { VmNode } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { NameCell } from "@/networking/name-cell.tsx";
import { DetachNode } from "./detach-node.tsx";

const column = columnsOf<VmNode>();

export const nodeColumns = column.columns([
  column.display({
    id: "vpc",
    header: "VPC",
    cell: ({ row: { original: node } }) => <NameCell page="vpcs" id={node.vpc_id} name={node.vpc_name} />,
  }),
  column.display({
    id: "subnet",
    header: "Subnet",
    cell: ({ row: { original: node } }) => (
      <div className="whitespace-nowrap">
        {node.subnet_name} <span className="font-mono text-ink-muted text-xs">{node.subnet_cidr}</span>
      </div>
    ),
  }),
  column.display({
    id: "address",
    header: "Address",
    cell: ({ row: { original: node } }) => <Copyable text={node.private_ip} label="address" />,
  }),
  column.display({
    id: "out",
    header: "Reaches the internet",
    cell: ({ row: { original: node } }) => <WayOut node={node} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original: node } }) => (
      <div className="text-right">
        <DetachNode node={node} />
      </div>
    ),
  }),
]);

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
