import type { GraphEdge, GraphNode, RelationName, ResourceGraph, ResourceType } from "@fulmar/contract";
import { RELATION_NAMES } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { type Found, readByKey } from "./nodes.ts";
import { pairsOf, type Relation, relations } from "./relations.ts";

/** Followed from a resource: what it uses, or what uses it. */
export type Way = "uses" | "used_by";

/** A graph shows at most this many resources. */
const MOST_NODES = 200;
/** The most rows of one relation and one level. One more than is shown tells that there are more. */
const MOST_ROWS = MOST_NODES + 1;

function along(relation: Relation, way: Way): string {
  const { name, fromId, toId } = relation;
  const [asked, parameter] = way === "uses" ? [fromId, "$uses_of"] : [toId, "$users_of"];
  return `(SELECT '${way}'::text AS way, '${name}'::text AS relation, ${fromId} AS from_key, ${toId} AS to_key
    FROM ${pairsOf(relation)} AND ${asked} = ANY (${parameter}::text[])
   ORDER BY from_key, to_key LIMIT ${MOST_ROWS})`;
}

// `$uses_of` are the resources whose uses are followed, `$users_of` those whose users are.
const level = statement(
  "graph_level",
  relations.flatMap((relation) => [along(relation, "uses"), along(relation, "used_by")]).join(" UNION ALL "),
);

export interface Walk {
  readonly sql: Sql;
  readonly workspaceId: bigint;
  readonly from: readonly Found[];
  readonly ways: readonly Way[];
  readonly depth: number;
  /** Whether the caller may read resources of a type. The others are counted, and nothing is followed from them. */
  readonly mayRead: (type: ResourceType) => boolean;
  /** Whether a relation is followed. Default: each is. */
  readonly follows?: (relation: RelationName) => boolean;
}

interface Row {
  readonly way: string;
  readonly relation: string;
  readonly from_key: string;
  readonly to_key: string;
}

/** Walks the relations from resources, breadth first: two statements for each level, however many resources it has. */
export async function walk({ sql, workspaceId, from, ways, depth, mayRead, follows }: Walk): Promise<ResourceGraph> {
  const shown = new Map<string, Found>(from.map((node) => [node.key, node]));
  const hidden = new Set<string>();
  const edges = new Map<string, GraphEdge>();
  let truncated = false;
  const visited = new Map(ways.map((way) => [way, new Set(from.map(({ key }) => key))]));
  let frontier = new Map<Way, readonly string[]>(ways.map((way) => [way, from.map(({ key }) => key)]));
  for (let step = 0; step < depth && [...frontier.values()].some((keys) => keys.length > 0); step++) {
    const asked = {
      workspace_id: workspaceId,
      uses_of: [...(frontier.get("uses") ?? [])],
      users_of: [...(frontier.get("used_by") ?? [])],
    };
    const rows = (await sql.query(level, asked)).filter(
      ({ relation }) => isRelation(relation) && (follows?.(relation) ?? true),
    );
    truncated ||= isCutOff(rows);
    const unknown = new Set(rows.map(endOf).filter((key) => !shown.has(key) && !hidden.has(key)));
    for (const node of await readByKey(sql, workspaceId, [...unknown])) {
      if (!mayRead(node.resource_type)) hidden.add(node.key);
      else if (shown.size < MOST_NODES) shown.set(node.key, node);
      else truncated = true;
    }
    for (const row of rows) addEdge(edges, shown, row);
    frontier = new Map(
      ways.map((way) => {
        const ends = new Set(rows.filter((row) => row.way === way).map(endOf));
        const next = [...ends].filter((key) => shown.has(key) && !visited.get(way)?.has(key));
        for (const key of next) visited.get(way)?.add(key);
        return [way, next];
      }),
    );
  }
  const nodes = [...shown.values()].map(({ key: _, ...node }): GraphNode => node);
  return { nodes, edges: [...edges.values()], hidden: hidden.size, truncated };
}

/** The end of a relation that a step leads to. */
function endOf({ way, from_key, to_key }: Row): string {
  return way === "uses" ? to_key : from_key;
}

function addEdge(edges: Map<string, GraphEdge>, shown: ReadonlyMap<string, Found>, row: Row) {
  const [from, to] = [shown.get(row.from_key), shown.get(row.to_key)];
  if (from === undefined || to === undefined || !isRelation(row.relation)) return;
  edges.set(`${row.from_key} ${row.relation} ${row.to_key}`, {
    from: { resource_type: from.resource_type, id: from.id },
    to: { resource_type: to.resource_type, id: to.id },
    relation: row.relation,
  });
}

function isRelation(name: string): name is RelationName {
  return RELATION_NAMES.some((known) => known === name);
}

/** Whether a relation had as many rows as one statement reads of it. */
function isCutOff(rows: readonly Row[]): boolean {
  const counts = new Map<string, number>();
  for (const { way, relation } of rows) counts.set(`${way} ${relation}`, (counts.get(`${way} ${relation}`) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= MOST_ROWS);
}
