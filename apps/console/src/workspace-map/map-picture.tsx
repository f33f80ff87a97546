"use client";

import type { WorkspaceMap } from "@fulmar/contract";
import Link from "next/link";
import { useMemo, useState } from "react";
import type { Tone } from "@/components/status-badge.tsx";
import { titleOf } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { hrefOf, labelOf, stateOf, usesOf } from "./map-nodes.ts";
import { layOutMap, type PictureBox } from "./picture-layout.ts";
import { StateMark } from "./state-mark.tsx";

const TEXT: Readonly<Record<Tone, string>> = {
  good: "text-good",
  busy: "text-busy",
  warn: "text-warn",
  bad: "text-bad",
  quiet: "text-ink-muted",
};

/** The map as a picture, which scrolls if it is larger than the page. Each box is a link. */
export function MapPicture({ map }: { map: WorkspaceMap }) {
  const { workspaceName } = useWorkspace();
  const [chosen, setChosen] = useState<string | null>(null);
  const { width, height, boxes, frames, headings, arrows } = useMemo(() => layOutMap(map), [map]);
  const near = useMemo(() => nearOf(chosen, map), [chosen, map]);
  return (
    <section
      aria-label={`Map of ${workspaceName}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface p-4"
    >
      <div className="relative" style={{ width, height }}>
        {frames.map(({ key, ...frame }) => (
          <div
            key={key}
            className="absolute rounded-lg border border-line-strong border-dashed bg-canvas"
            style={placed(frame)}
          />
        ))}
        <svg className="pointer-events-none absolute inset-0" width={width} height={height} aria-hidden>
          <defs>
            {(["rest", "chosen"] as const).map((state) => (
              <marker
                key={state}
                id={`map-arrow-${state}`}
                viewBox="0 0 6 6"
                refX="5"
                refY="3"
                markerWidth="6"
                markerHeight="6"
                orient="auto"
              >
                <path d="M0 0L6 3L0 6Z" className={state === "chosen" ? "fill-accent" : "fill-line-strong"} />
              </marker>
            ))}
          </defs>
          {arrows.map(({ from, to, path, always }) => {
            const shown = chosen === from || chosen === to;
            if (!shown && !always) return null;
            return (
              <path
                key={`${from} ${to}`}
                d={path}
                className={`fill-none
                  ${shown ? "stroke-accent" : `stroke-line-strong ${chosen === null ? "" : "opacity-30"}`}`}
                strokeWidth={shown ? 2 : 1.25}
                markerEnd={`url(#map-arrow-${shown ? "chosen" : "rest"})`}
              />
            );
          })}
        </svg>
        {headings.map(({ x, y, text }) => (
          <p key={text} className="absolute font-medium text-ink-subtle text-xs" style={{ left: x, top: y }}>
            {text}
          </p>
        ))}
        <ul>
          {boxes.map((box) => (
            <Box
              key={box.node.key}
              box={box}
              map={map}
              faded={near !== null && !near.has(box.node.key)}
              onChoose={setChosen}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Box({
  box: { node, ...rectangle },
  map,
  faded,
  onChoose,
}: {
  box: PictureBox;
  map: WorkspaceMap;
  faded: boolean;
  onChoose: (key: string | null) => void;
}) {
  const { workspaceId } = useWorkspace();
  const { tone, words } = stateOf(node);
  const failed = tone === "bad";
  const look = failed ? "border-bad bg-bad-soft" : "border-line-strong bg-surface hover:bg-hover";
  return (
    <li>
      <Link
        href={hrefOf(workspaceId, node)}
        prefetch={false}
        onMouseEnter={() => onChoose(node.key)}
        onMouseLeave={() => onChoose(null)}
        onFocus={() => onChoose(node.key)}
        onBlur={() => onChoose(null)}
        className={`absolute grid grid-cols-[1fr_auto] content-center gap-x-1.5 rounded-md border px-2.5
          transition-opacity ${look}
          ${node.id === null ? "shadow-[3px_3px_0_-1px_var(--surface),3px_3px_0_0_var(--line-strong)]" : ""}
          ${faded ? "opacity-40" : ""}`}
        style={placed(rectangle)}
      >
        {node.id !== null && (
          <span className="truncate text-[11px] text-ink-muted leading-4">{titleOf(node.resource_type)}</span>
        )}
        <span className="col-span-2 row-start-2 truncate font-medium text-ink text-xs leading-5">{labelOf(node)}</span>
        {words !== "" && (
          <span
            className={`row-start-1 flex min-w-0 items-center gap-1 text-[11px] leading-4 ${TEXT[tone]}
              ${node.id === null ? "col-span-2" : "col-start-2"}`}
          >
            <StateMark tone={tone} />
            <span className="truncate">{words}</span>
          </span>
        )}
        <span className="sr-only">{usesOf(node, map).join(", ")}</span>
      </Link>
    </li>
  );
}

/** The node itself and those that an edge joins to it; null if none is chosen. */
function nearOf(chosen: string | null, { edges }: WorkspaceMap): ReadonlySet<string> | null {
  if (chosen === null) return null;
  return new Set([chosen, ...edges.flatMap(({ from, to }) => (from === chosen ? [to] : to === chosen ? [from] : []))]);
}

function placed({ x, y, width, height }: Omit<PictureBox, "node">) {
  return { left: x, top: y, width, height };
}
