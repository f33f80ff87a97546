"use client";

import Link from "next/link";
import { fitted } from "@/charts/picture.ts";
import { useWidth } from "@/client/use-width.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { MapCell } from "./map-cells.tsx";
import { NAT_GATEWAY_STATE } from "./network-status-badge.tsx";
import { type MapGateway, type MapLayout, type MapNode, type MapSubnet, mapLayout } from "./vpc-map-layout.ts";

/** The assumed width until the page is measured: that of the content on a large screen. */
const USUAL_WIDTH = 1088;

/** A diagram of a VPC, fitted to the page's width. Every box links to its resource. */
export function VpcMap({
  vpc,
  subnets,
  nodes,
  gateways,
}: {
  vpc: { readonly id: string; readonly name: string; readonly cidr: string };
  subnets: readonly MapSubnet[];
  nodes: readonly MapNode[];
  gateways: readonly MapGateway[];
}) {
  const { workspaceId } = useWorkspace();
  const [frame, width] = useWidth<HTMLDivElement>(USUAL_WIDTH);
  const layout = mapLayout(width, subnets, nodes, gateways);
  const base = workspaceHref(workspaceId, `vpcs/${vpc.id}`);
  // Beside the lanes to the subnets.
  const left = layout.subnets[0]?.x ?? 12;
  return (
    <div ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, described by its links */}
      <svg
        role="group"
        aria-label={`Map of ${vpc.name}`}
        viewBox={`-1 -1 ${layout.width + 2} ${layout.height + 2}`}
        width="100%"
        className="block select-none"
      >
        <rect {...boxOf(layout.internet)} rx={8} className="fill-accent-soft" />
        <text x={layout.width / 2} y={22} textAnchor="middle" className="fill-accent font-medium text-xs">
          Internet
        </text>
        <rect {...boxOf(layout.vpc)} rx={10} className="fill-surface stroke-line-strong" strokeDasharray="4 3" />
        <text x={left} y={layout.vpc.y + 21} className="fill-ink-muted text-xs">
          <tspan className="fill-ink font-semibold">{fitted(vpc.name, layout.width - 160)}</tspan> {vpc.cidr}
        </text>
        {subnets.length === 0 && (
          <text x={left} y={layout.vpc.y + 48} className="fill-ink-muted text-xs">
            No subnets yet
          </text>
        )}
        {layout.ways.map(({ path, used }) => (
          <path
            key={path}
            d={path}
            className="fill-none stroke-accent"
            strokeWidth={1.5}
            strokeLinejoin="round"
            {...(!used && { strokeDasharray: "3 4" })}
          />
        ))}
        {layout.gateways.map((box) => (
          <GatewayBox key={box.gateway.id} box={box} href={`${base}/nat-gateways`} />
        ))}
        {layout.subnets.map((box) => (
          <SubnetBox key={box.subnet.id} box={box} base={base} />
        ))}
      </svg>
    </div>
  );
}

function GatewayBox({ box, href }: { box: MapLayout["gateways"][number]; href: `/workspaces/${string}` }) {
  const { gateway, lines } = box;
  const address = gateway.publicAddress ?? "no public address";
  const forwards = gateway.forwards.length === 1 ? "1 port forward" : `${gateway.forwards.length} port forwards`;
  const { tone, title } = NAT_GATEWAY_STATE[gateway.status];
  return (
    <g>
      <Link
        href={href}
        prefetch={false}
        aria-label={`NAT gateway ${gateway.name}, ${title}, ${address}, ${forwards}`}
        className="group outline-none"
      >
        <rect
          {...boxOf(box)}
          rx={8}
          className={`fill-surface ${tone === "bad" ? "stroke-bad" : "stroke-accent"} group-hover:fill-hover
            group-focus-visible:stroke-2`}
          strokeWidth={gateway.publicAddress === null ? 1 : 1.5}
        />
      </Link>
      <g aria-hidden className="pointer-events-none">
        <text x={box.x + 12} y={box.y + 21} className="fill-ink font-medium text-xs">
          {fitted(gateway.name, box.width - 50)}
        </text>
        <text x={box.x + box.width - 12} y={box.y + 21} textAnchor="end" className="fill-ink-subtle text-[11px]">
          NAT
        </text>
        <text
          x={box.x + 12}
          y={box.y + 37}
          className={`font-mono text-[11px] ${gateway.publicAddress === null ? "fill-bad" : "fill-ink-muted"}`}
        >
          {address}
          {gateway.status === "error" && <tspan className="fill-bad"> {title}</tspan>}
        </text>
        {lines.map((line, index) => (
          <text key={line} x={box.x + 12} y={box.y + 54 + index * 16} className="fill-ink-muted text-[11px]">
            {fitted(line, box.width - 20)}
          </text>
        ))}
      </g>
    </g>
  );
}

function SubnetBox({ box, base }: { box: MapLayout["subnets"][number]; base: `/workspaces/${string}` }) {
  const { subnet, used, room } = box;
  const href: `/workspaces/${string}` = `${base}/nodes?subnet_id=${subnet.id}`;
  const words = `${used} of ${room.toLocaleString("en")} used`;
  const failed = subnet.status === "error";
  const bar = { x: box.x + box.width - 92, width: 80 };
  const part = room === 0 ? 0 : Math.min(1, used / room);
  return (
    <g>
      <rect {...boxOf(box)} rx={8} className={`fill-surface ${failed ? "stroke-bad" : "stroke-line-strong"}`} />
      <Link
        href={href}
        prefetch={false}
        aria-label={`Subnet ${subnet.name}, ${subnet.cidr}, ${failed ? "error, " : ""}${words}`}
        className="group outline-none"
      >
        <rect
          x={box.x + 4}
          y={box.y + 4}
          width={box.width - 8}
          height={42}
          rx={5}
          className="fill-transparent group-hover:fill-hover group-focus-visible:stroke-2 group-focus-visible:stroke-accent"
        />
      </Link>
      <g aria-hidden className="pointer-events-none">
        <text x={box.x + 12} y={box.y + 21} className="fill-ink font-medium text-xs">
          {fitted(subnet.name, box.width - 130)}
        </text>
        <text x={box.x + 12} y={box.y + 38} className="fill-ink-muted font-mono text-[11px]">
          {subnet.cidr}
          {failed && <tspan className="fill-bad"> error</tspan>}
        </text>
        <text x={box.x + box.width - 12} y={box.y + 21} textAnchor="end" className="fill-ink-muted text-[11px]">
          {words}
        </text>
        <rect x={bar.x} y={box.y + 30} width={bar.width} height={6} rx={3} className="fill-quiet-soft" />
        <rect
          x={bar.x}
          y={box.y + 30}
          width={Math.max(used > 0 ? 3 : 0, bar.width * part)}
          height={6}
          rx={3}
          className={part > 0.9 ? "fill-warn" : "fill-good"}
        />
      </g>

      {box.cells.map((cell) => (
        <MapCell key={cell.kind === "node" ? cell.node.id : `group ${cell.status}`} cell={cell} groupHref={href} />
      ))}
    </g>
  );
}

function boxOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x, y, width, height };
}
