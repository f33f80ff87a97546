"use client";

import type { VmStatus } from "@fulmar/contract";
import Link from "next/link";
import { fitted, TONE_FILL } from "@/charts/picture.ts";
import { formatStatus } from "@/client/format.ts";
import { VM_TONE } from "@/vms/vm-status-badge.tsx";
import type { Box, Cell, MapNode } from "./vpc-map-layout.ts";

/** A link to one VM, or to several in the same state. */
export function MapCell({ cell, groupHref }: { cell: Cell; groupHref: `/workspaces/${string}` }) {
  return cell.kind === "node" ? (
    <NodeCell box={cell} node={cell.node} />
  ) : (
    <GroupCell box={cell} status={cell.status} nodes={cell.nodes} href={groupHref} />
  );
}

function NodeCell({ box, node }: { box: Box; node: MapNode }) {
  const status = node.status === undefined ? "state not known" : formatStatus(node.status);
  const words =
    `${node.name}, ${status}, ` +
    `${node.address}${node.publicAddress === null ? "" : `, public address ${node.publicAddress}`}`;
  return (
    <CellLink box={box} href={node.href} words={words}>
      <circle cx={box.x + 13} cy={box.y + 16} r={4} className={fillOf(node.status)} />
      <text x={box.x + 24} y={box.y + 20} className="fill-ink font-medium text-xs">
        {fitted(node.name, box.width - 30)}
      </text>
      <text x={box.x + 10} y={box.y + 35} className="fill-ink-muted font-mono text-[11px]">
        {node.address}
      </text>
      <text
        x={box.x + 10}
        y={box.y + 49}
        className={`font-mono text-[11px] ${node.publicAddress === null ? "fill-ink-subtle" : "fill-accent"}`}
      >
        {node.publicAddress === null ? status : `↑ ${node.publicAddress}`}
      </text>
    </CellLink>
  );
}

function GroupCell({
  box,
  status,
  nodes,
  href,
}: {
  box: Box;
  status: VmStatus | undefined;
  nodes: readonly MapNode[];
  href: `/workspaces/${string}`;
}) {
  const state = status === undefined ? "not known" : formatStatus(status);
  const [first, last] = [nodes[0]?.address, nodes.at(-1)?.address];
  return (
    <CellLink box={box} href={href} words={`${nodes.length} VMs ${state}, ${first} to ${last}; show them in the list`}>
      <circle cx={box.x + 13} cy={box.y + 16} r={4} className={fillOf(status)} />
      <text x={box.x + 24} y={box.y + 20} className="fill-ink font-medium text-xs">
        {fitted(`${nodes.length} ${state}`, box.width - 30)}
      </text>
      <text x={box.x + 10} y={box.y + 35} className="fill-ink-muted font-mono text-[11px]">
        {first}
      </text>
      <text x={box.x + 10} y={box.y + 49} className="fill-ink-muted font-mono text-[11px]">
        to {last}
      </text>
    </CellLink>
  );
}

function CellLink({
  box,
  href,
  words,
  children,
}: {
  box: Box;
  href: `/workspaces/${string}`;
  words: string;
  children: React.ReactNode;
}) {
  return (
    <g>
      <Link href={href} prefetch={false} aria-label={words} className="group outline-none">
        <title>{words}</title>
        <rect
          {...{ x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }}
          className="fill-canvas stroke-line-strong group-hover:fill-hover group-focus-visible:stroke-2
            group-focus-visible:stroke-accent"
        />
      </Link>
      {/* The link's accessible name contains all of this, and more than fits into the box. */}
      <g aria-hidden className="pointer-events-none">
        {children}
      </g>
    </g>
  );
}

function fillOf(status: VmStatus | undefined): string {
  return status === undefined ? "fill-ink-subtle" : TONE_FILL[VM_TONE[status]];
}
