"use client";

import type { GraphNode } from "@fulmar/contract";
import Link from "next/link";
import { fitted } from "@/charts/picture.ts";
import { useWidth } from "@/client/use-width.ts";
import { resourceHref, titleOf } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { layOut } from "./map-layout.ts";
import { keyOf, type Related } from "./related-items.ts";

/** The assumed width until the page is measured: that of the content on a large screen. */
const USUAL_WIDTH = 1040;

/** A diagram of what uses a resource and what it uses. The list above it has the same resources. */
export function RelatedMap({ root, related }: { root: GraphNode; related: Related }) {
  const { workspaceId } = useWorkspace();
  const [frame, width] = useWidth<HTMLDivElement>(USUAL_WIDTH);
  const { boxes, arrows, height, left } = layOut(root, related, width);
  return (
    <div ref={frame} className="max-sm:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, described by its links */}
      <svg
        role="group"
        aria-label={`Map of ${root.name}`}
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        width="100%"
        className="block select-none"
      >
        <defs>
          <marker id="related-arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">
            <path d="M0 0L6 3L0 6Z" className="fill-line-strong" />
          </marker>
        </defs>
        {arrows.map((path) => (
          <path
            key={path}
            d={path}
            className="fill-none stroke-line-strong"
            strokeWidth={1.5}
            markerEnd="url(#related-arrow)"
          />
        ))}
        {boxes.map(({ node, ...box }) => (
          <g key={keyOf(node)}>
            <Link
              href={resourceHref(workspaceId, node.id)}
              prefetch={false}
              aria-label={`${titleOf(node.resource_type)} ${node.name} on the map`}
              className="group outline-none"
            >
              <rect
                {...box}
                rx={8}
                className={`group-hover:fill-hover group-focus-visible:stroke-2 group-focus-visible:stroke-accent
                  ${node === root ? "fill-accent-soft stroke-accent" : "fill-surface stroke-line-strong"}`}
              />
            </Link>
            <g aria-hidden className="pointer-events-none">
              <text x={box.x + 10} y={box.y + 16} className="fill-ink-muted text-[11px]">
                {fitted(titleOf(node.resource_type), box.width - 20)}
              </text>
              <text x={box.x + 10} y={box.y + 31} className="fill-ink font-medium text-xs">
                {fitted(node.name, box.width - 20)}
              </text>
            </g>
          </g>
        ))}
      </svg>
      {left > 0 && <p className="mt-2 text-ink-subtle text-xs">{left} more are in the list.</p>}
    </div>
  );
}
