import {
  type MapEdge,
  type MapNode,
  type MappedType,
  nameInSentence,
  RELATIONS,
  RESOURCES,
  type WorkspaceMap,
} from "@fulmar/contract";
import type { Tone } from "@/components/status-badge.tsx";
import { formatStatus } from "../client/format.ts";
import { stateTone } from "../overview/state-tone.ts";
import { listOf, workspaceHref } from "../shell/destinations.ts";
import { resourceHref } from "../shell/resource-page.ts";

/** States that need attention come first. */
const ORDER: readonly Tone[] = ["bad", "warn", "busy", "good", "quiet"];

/** The plural of a kind. Of secrets, the map has those that are certificates. */
export function kindTitle(type: MappedType): string {
  return type === "secret" ? "Certificates" : RESOURCES[type].title[1];
}

/** The name of a resource, or the number and the kind of a group: "240 cloud VMs". */
export function labelOf({ resource_type, id, name, count }: MapNode): string {
  if (id !== null) return name ?? id;
  return (
    `${count.toLocaleString("en")} ` +
    `${kindTitle(resource_type).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`
  );
}

interface NodeState {
  /** The tone of the state that needs attention the most. */
  readonly tone: Tone;
  /** "running", or "3 error, 237 running" for a group. Empty for types without states. */
  readonly words: string;
}

export function stateOf({ resource_type, id, states }: MapNode): NodeState {
  const toned = states
    .flatMap(({ status, count }) =>
      status === null ? [] : [{ status, count, tone: stateTone({ family: resource_type, status }) }],
    )
    .toSorted((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone));
  return {
    tone: toned[0]?.tone ?? "quiet",
    words: toned
      .map(({ status, count }) => (id === null ? `${count.toLocaleString("en")} ` : "") + formatStatus(status))
      .join(", "),
  };
}

/** The number of failed resources of these nodes. */
export function failedIn(nodes: readonly MapNode[]): number {
  return nodes
    .flatMap((node) => failedStates(node))
    .map(({ count }) => count)
    .reduce((sum, count) => sum + count, 0);
}

function failedStates({ resource_type, states }: MapNode) {
  return states.flatMap(({ status, count }) =>
    status !== null && stateTone({ family: resource_type, status }) === "bad" ? [{ status, count }] : [],
  );
}

/** The types whose lists are filtered by state. */
const LISTED_BY_STATE: ReadonlySet<string> = new Set(["cloud_vm", "gpu_vm", "volume"]);

/** The page of a resource. That of a group is its list: of what has failed, if something has. */
export function hrefOf(workspaceId: string, node: MapNode): `/workspaces/${string}` {
  if (node.id !== null) return resourceHref(workspaceId, node.id);
  const list = workspaceHref(workspaceId, listOf(node.resource_type).page);
  const failed = LISTED_BY_STATE.has(node.resource_type) ? failedStates(node) : [];
  return failed.length === 0 ? list : `${list}?${failed.map(({ status }) => `status=${status}`).join("&")}`;
}

/** A node's uses in words: "is in the subnet inner", "has attached 8 volumes". */
export function usesOf(node: MapNode, { nodes, edges }: Pick<WorkspaceMap, "nodes" | "edges">): string[] {
  return edges.flatMap((edge) => (edge.from === node.key ? wordsFor(edge, nodes) : []));
}

function wordsFor({ to, relation }: MapEdge, nodes: readonly MapNode[]): string[] {
  const node = nodes.find(({ key }) => key === to);
  if (node === undefined) return [];
  const called =
    node.id === null ? `some of ${labelOf(node)}` : `the ${nameInSentence(node.resource_type)} ${labelOf(node)}`;
  return [`${RELATIONS[relation]} ${called}`];
}
