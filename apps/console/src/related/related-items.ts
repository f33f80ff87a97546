import type { GraphEdge, GraphNode, RelationName, ResourceGraph } from "@fulmar/contract";

/** A resource that the page's resource uses, or that uses it. */
export interface RelatedItem {
  readonly node: GraphNode;
  readonly relation: RelationName;
  /** The number of steps between both. */
  readonly distance: number;
  /** The resource before it on the way from the page's resource, if there is one between them. */
  readonly through: GraphNode | null;
}

export interface Related {
  readonly uses: readonly RelatedItem[];
  readonly usedBy: readonly RelatedItem[];
}

type Reference = GraphEdge["from"];

export function keyOf({ resource_type, id }: Reference): string {
  return `${resource_type} ${id}`;
}

/** Sorts a graph by what its first node uses and what uses it, nearest first. */
export function relatedIn({ nodes, edges }: Pick<ResourceGraph, "nodes" | "edges">): Related {
  return {
    uses: follow(nodes, edges, ({ from, to }) => [from, to]),
    usedBy: follow(nodes, edges, ({ from, to }) => [to, from]),
  };
}

function follow(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  endsOf: (edge: GraphEdge) => readonly [Reference, Reference],
): RelatedItem[] {
  const byKey = new Map(nodes.map((node) => [keyOf(node), node]));
  const [root] = nodes;
  if (root === undefined) return [];
  const found = new Map<string, RelatedItem>();
  let frontier: readonly GraphNode[] = [root];
  for (let distance = 1; frontier.length > 0; distance++) {
    const next: GraphNode[] = [];
    for (const through of frontier) {
      for (const edge of edges) {
        const [here, there] = endsOf(edge);
        const node = byKey.get(keyOf(there));
        if (keyOf(here) !== keyOf(through) || node === undefined || node === root || found.has(keyOf(node))) continue;
        found.set(keyOf(node), { node, relation: edge.relation, distance, through: through === root ? null : through });
        next.push(node);
      }
    }
    frontier = next;
  }
  return [...found.values()];
}

/** The parts of the page's resource, which its page lists already. */
export function isOwnPart({ relation, distance }: RelatedItem): boolean {
  return relation === "part_of" && distance === 1;
}
