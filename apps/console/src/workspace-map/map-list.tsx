"use client";

import { MAPPED_TYPES, type WorkspaceMap } from "@fulmar/contract";
import Link from "next/link";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { hrefOf, kindTitle, labelOf, stateOf, usesOf } from "./map-nodes.ts";

/** The picture as a list by kind: each resource with its state and what it uses. */
export function MapList({ map }: { map: WorkspaceMap }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="space-y-6">
      {MAPPED_TYPES.map((type) => {
        const nodes = map.nodes.filter(({ resource_type }) => resource_type === type);
        if (nodes.length === 0) return null;
        return (
          <section key={type} aria-label={kindTitle(type)}>
            <h2 className="mb-2 font-semibold">{kindTitle(type)}</h2>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
              {nodes.map((node) => {
                const { tone, words } = stateOf(node);
                const uses = usesOf(node, map);
                return (
                  <li key={node.key} className="px-4 py-2.5">
                    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
                      <Link
                        href={hrefOf(workspaceId, node)}
                        prefetch={false}
                        className="min-w-0 rounded font-medium underline-offset-2 [overflow-wrap:anywhere] hover:underline"
                      >
                        {labelOf(node)}
                      </Link>
                      {words !== "" && <StatusBadge tone={tone}>{words}</StatusBadge>}
                    </div>
                    {uses.length > 0 && (
                      <p className="text-ink-muted text-xs [overflow-wrap:anywhere] first-letter:uppercase">
                        {uses.join("; ")}
                      </p>
                    )}
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
