import { MAPPED_TYPES, type MappedType, MOST_MAPPED, mappedTypesWith, RESOURCES, TAGGED_TYPES } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { hasAny, isAmong } from "../query/search.ts";
import type { Handler } from "../request/context.ts";
import { searchedFamily } from "../search/index.ts";
import { pairsOf, type Relation, relations } from "./relations.ts";

/** The most resources of a type that are read. */
const MOST_OF_A_TYPE = 5000;
/** The most pairs of a relation: a VM has a few volumes and firewall groups. */
const MOST_PAIRS = 20_000;
/** On a map with too many resources, more than these of a type in the same place are one node. */
const MOST_APART = 8;
/** Above this number, nodes are grouped by type alone. */
const MOST_NODES = 300;
const MOST_EDGES = 2000;
const MOST_TAGS = 200;

/** It stands between a VM and what the VM uses, and is no node of the map. */
const LINK = "vpc_node";
/** Secrets have tags too, although their list is not filtered by them. */
const TAGGED: ReadonlySet<MappedType> = new Set([...TAGGED_TYPES, "secret"]);

function nodesOf(type: MappedType): string {
  const { scope, table, id, calledBy = id, name, status = "NULL::text", only, alive } = searchedFamily(type);
  const conditions = [`'${scope}' = ANY ($scopes::text[])`, "workspace_id = $workspace_id::bigint", only, alive];
  if (type === "secret") conditions.push(`${id} IN (${certificates})`);
  return `(SELECT '${type}' AS type, ${id} AS key, ${calledBy} AS id, ${name} AS name, ${status} AS status,
                  ${TAGGED.has(type) ? "tags" : "'{}'::text[]"} AS tags
    FROM ${table} WHERE ${conditions.join(" AND ")} LIMIT ${MOST_OF_A_TYPE + 1})`;
}

const certificates = relations
  .filter(({ name }) => name === "certificate")
  .map((relation) => `SELECT ${relation.toId} FROM ${pairsOf(relation)}`)
  .join(" UNION ALL ");

/** The relations between nodes of the map, and those of a VM's links. */
const mapped = relations.filter(({ from, to }) => isMapped(from) && isMapped(to));

function isMapped(end: Relation["from"]): boolean {
  return end === "vm" || end === LINK || MAPPED_TYPES.some((type) => type === end);
}

function edgesOf(relation: Relation): string {
  const { name, from, to, fromId, toId } = relation;
  const readable = [from, to].map((end) => `'${RESOURCES[end].scope}' = ANY ($scopes::text[])`).join(" AND ");
  return `(SELECT '${name}' AS relation, '${from}' AS from_type, '${to}' AS to_type, ${fromId} AS from_key,
                  ${toId} AS to_key
    FROM ${pairsOf(relation)} AND ${readable} LIMIT ${MOST_PAIRS + 1})`;
}

/** SQL for the number of resources in each state, as JSON. */
const STATES = "jsonb_agg(jsonb_build_object('status', status, 'count', count) ORDER BY status)";

// `$types` and `$tags` are those to show.
const map = statement(
  "graph_map",
  `WITH RECURSIVE node AS MATERIALIZED (${MAPPED_TYPES.map(nodesOf).join(" UNION ALL ")}),
  edge AS MATERIALIZED (${mapped.map(edgesOf).join(" UNION ALL ")}),
  -- What a VM's link uses, the VM uses.
  direct AS (
    SELECT relation, from_key, to_key FROM edge WHERE from_type <> '${LINK}' AND to_type <> '${LINK}'
     UNION SELECT beyond.relation, link.from_key, beyond.to_key FROM edge link
      JOIN edge beyond ON beyond.from_key = link.to_key
            WHERE link.to_type = '${LINK}' AND beyond.from_type = '${LINK}'
  ),
  uses AS MATERIALIZED (SELECT d.* FROM direct d JOIN node f ON f.key = d.from_key JOIN node t ON t.key = d.to_key),
  tagged AS (SELECT key FROM node WHERE ${hasAny("tags", "$tags")}),
  used (key) AS (
    SELECT key FROM tagged
     UNION SELECT uses.to_key FROM used JOIN uses ON uses.from_key = used.key WHERE $tags::text[] IS NOT NULL
  ),
  kept AS (
    SELECT key FROM used
     UNION SELECT uses.from_key FROM uses JOIN tagged ON tagged.key = uses.to_key WHERE $tags::text[] IS NOT NULL
  ),
  -- A volume is where its VM is.
  stands AS (SELECT from_key AS key, min(to_key) AS place FROM uses WHERE relation = 'in' GROUP BY 1),
  place AS (
    SELECT key, place FROM stands
     UNION ALL SELECT uses.to_key, min(stands.place) FROM uses JOIN stands ON stands.key = uses.from_key
     WHERE relation = 'attached' GROUP BY 1
  ),
  sized AS (
    SELECT node.*, place.place, count(*) OVER () AS shown, count(*) OVER (PARTITION BY type) AS of_type,
           count(*) OVER (PARTITION BY type, place.place) AS together
      FROM node JOIN kept USING (key) LEFT JOIN place USING (key) WHERE ${isAmong("type", "$types")}
  ),
  near AS (
    SELECT *, CASE WHEN shown > ${MOST_MAPPED} AND together > ${MOST_APART} THEN concat_ws(' in ', type, place)
                   ELSE type || ' ' || id END AS label FROM sized
  ),
  labelled AS MATERIALIZED (
    SELECT type, key, id, name, status,
           CASE WHEN of_type > ${MOST_APART} AND (SELECT count(DISTINCT label) FROM near) > ${MOST_NODES} THEN type
                ELSE label END AS label
      FROM near
  ),
  counted AS (
    SELECT label, type, status, min(id) AS id, min(name) AS name, count(*)::int AS count FROM labelled
     GROUP BY label, type, status
  ),
  shown_node AS (
    SELECT label, type, min(id) AS id, min(name) AS name, sum(count)::int AS count, ${STATES} AS states FROM counted
     GROUP BY label, type
  ),
  shown_edge AS (
    SELECT f.label AS from_label, t.label AS to_label, uses.relation, count(*)::int AS count
      FROM uses JOIN labelled f ON f.key = uses.from_key JOIN labelled t ON t.key = uses.to_key
     WHERE f.label <> t.label GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT ${MOST_EDGES + 1}
  )
  SELECT (SELECT jsonb_agg(jsonb_build_object('key', label, 'resource_type', type, 'id',
                                              CASE WHEN count = 1 THEN id END, 'name',
                                              CASE WHEN count = 1 THEN name END,
                                              'count', count, 'states',
                                              states) ORDER BY type, label) FROM shown_node) AS nodes,
         (SELECT jsonb_agg(jsonb_build_object('from', from_label, 'to', to_label, 'relation', relation, 'count', count))
            FROM shown_edge) AS edges,
         (SELECT jsonb_agg(jsonb_build_object('resource_type', k.type, 'count', k.count))
            FROM (SELECT type, count(*)::int AS count FROM node GROUP BY type) k) AS kinds,
         ARRAY(SELECT DISTINCT tag FROM node, unnest(tags) AS tag ORDER BY tag LIMIT ${MOST_TAGS}) AS tags,
         (SELECT coalesce(max(r.count), 0)::int
            FROM (SELECT count(*) AS count FROM edge GROUP BY relation, from_type, to_type) r) AS pairs`,
);

/** One statement, however many resources there are: the database groups them. */
export const getWorkspaceMap: Handler<"resource.map"> = async ({ sql, workspace, caller }, { resource_type, tag }) => {
  const { nodes, edges, kinds, tags, pairs } = await sql.one(map, {
    workspace_id: workspace.id,
    scopes: [...caller.scopes],
    types: resource_type,
    tags: tag,
  });
  const [counted, readable] = [kinds ?? [], mappedTypesWith(caller.scopes)];
  return {
    nodes: nodes ?? [],
    edges: (edges ?? []).slice(0, MOST_EDGES),
    kinds: MAPPED_TYPES.flatMap((type) => counted.filter(({ resource_type: counted_type }) => counted_type === type)),
    tags,
    hidden: MAPPED_TYPES.filter((type) => !readable.includes(type)),
    truncated:
      counted.some(({ count }) => count > MOST_OF_A_TYPE) || pairs > MOST_PAIRS || (edges ?? []).length > MOST_EDGES,
  };
};
