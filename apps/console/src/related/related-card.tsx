"use client";

import { type FoundType, nameInSentence, RELATIONS, type ResourceGraph } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatStatus } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { stateTone } from "@/overview/state-tone.ts";
import { resourceHref } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isOwnPart, keyOf, type RelatedItem, relatedIn } from "./related-items.ts";

const RelatedMap = onDemand(async () => (await import("./related-map.tsx")).RelatedMap);

/** Fewer related resources are seen at a glance in the list. */
const LEAST_ON_MAP = 4;
const MOST_LINES = 8;

/** A resource's users and its uses, as lists with links, and as a map if there are more than a few. */
export function RelatedCard({ type, id }: { type: FoundType; id: string }) {
  const { workspaceId } = useWorkspace();
  const query = useQuery({
    ...useTRPC().resource.graph.queryOptions({ workspace_id: workspaceId, resource_id: id, resource_type: type }),
    refetchInterval: refreshEvery(false),
  });
  if (query.error !== null && query.data === undefined) return <ProblemNotice problem={problemOf(query.error)} />;
  return query.data === undefined ? null : <Shown graph={query.data} />;
}

function Shown({ graph }: { graph: ResourceGraph }) {
  const [root] = graph.nodes;
  if (root === undefined) return null;
  const { uses, usedBy } = relatedIn(graph);
  const users = usedBy.filter((item) => !isOwnPart(item));
  const { hidden, truncated } = graph;
  return (
    <section aria-label="Related resources" className="space-y-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <RelatedList title="Used by" none="Nothing uses it." items={users} way="usedBy" />
        <RelatedList title="Uses" none="It uses nothing else." items={uses} way="uses" />
      </div>
      {(hidden > 0 || truncated) && (
        <p className="text-ink-muted text-xs">
          {truncated && "There are more related resources than are shown. "}
          {hidden > 0 &&
            `${hidden === 1 ? "1 related resource is" : `${hidden} related resources are`} not shown, because ` +
              "your role does not see them."}
        </p>
      )}
      {users.length + uses.length >= LEAST_ON_MAP && <RelatedMap root={root} related={{ uses, usedBy: users }} />}
    </section>
  );
}

type Way = "uses" | "usedBy";

function RelatedList({
  title,
  none,
  items,
  way,
}: {
  title: string;
  none: string;
  items: readonly RelatedItem[];
  way: Way;
}) {
  const shown = items.slice(0, MOST_LINES);
  const rest = items.slice(MOST_LINES);
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {items.length === 0 ? (
        <p className="text-ink-subtle">{none}</p>
      ) : (
        <>
          <Lines items={shown} way={way} />
          {rest.length > 0 && (
            <details className="mt-1.5">
              <summary className="cursor-pointer rounded text-ink-muted">{rest.length} more</summary>
              <Lines items={rest} way={way} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Lines({ items, way }: { items: readonly RelatedItem[]; way: Way }) {
  return (
    <ul className="space-y-1.5">
      {items.map((item) => (
        <Line key={keyOf(item.node)} item={item} way={way} />
      ))}
    </ul>
  );
}

/** "The load balancer front sends requests to it", "It has attached the volume data". */
function Line({ item: { node, relation, through }, way }: { item: RelatedItem; way: Way }) {
  const { workspaceId } = useWorkspace();
  const { resource_type, id, name, status, restorable_until } = node;
  const other = through === null ? "it" : `the ${nameInSentence(through.resource_type)} ${through.name}`;
  const verb = RELATIONS[relation];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <span className="inline-block min-w-0 text-ink-muted [overflow-wrap:anywhere] first-letter:uppercase">
        {way === "uses" ? `${other} ${verb} the ` : "the "}
        {nameInSentence(resource_type)}{" "}
        <Link
          href={resourceHref(workspaceId, id)}
          prefetch={false}
          className="rounded font-medium text-ink underline underline-offset-2"
        >
          {name}
        </Link>
        {way === "usedBy" && ` ${verb} ${other}`}
      </span>
      {restorable_until !== undefined ? (
        <StatusBadge tone="quiet">deleted, can be restored</StatusBadge>
      ) : (
        status !== null && (
          <StatusBadge tone={stateTone({ family: resource_type, status })}>{formatStatus(status)}</StatusBadge>
        )
      )}
    </li>
  );
}
