import { type AffectedResource, isFoundType, type RelationName, type ResourceChange } from "@fulmar/contract";
import { readById, walk } from "../graph/index.ts";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

/** A plan names at most this many; the others are counted in a warning. */
const MOST_AFFECTED = 50;
const DEPTH = 3;

/** A part goes with its whole, and a record of what made something stays true. */
const NOT_AFFECTED: readonly RelationName[] = ["part_of", "made_by"];
/** A copy needs what it is a copy of, but not that it runs. */
const NOT_AFFECTED_BY_A_STOP: readonly RelationName[] = [...NOT_AFFECTED, "copy_of", "increment_of"];

const STOPPED: ReadonlySet<unknown> = new Set(["stopped", "disabled"]);

/** The resources besides those of the plan that depend on what it deletes or stops. Read before the change. */
export async function readAffected(
  rehearsed: Rehearsed,
  changes: readonly ResourceChange[],
): Promise<{ affects: AffectedResource[]; warnings: string[] }> {
  const [deleted, stopped] = await Promise.all([
    readUsers(rehearsed, changes.filter(isDeletion), NOT_AFFECTED),
    readUsers(rehearsed, changes.filter(isStop), NOT_AFFECTED_BY_A_STOP),
  ]);
  const changed = new Set(changes.map(({ resource_type, id }) => `${resource_type} ${id}`));
  const affects = new Map<string, AffectedResource>();
  for (const { nodes, edges } of [deleted, stopped]) {
    for (const { from, to, relation } of edges) {
      const key = `${from.resource_type} ${from.id}`;
      const node = nodes.find(({ resource_type, id }) => `${resource_type} ${id}` === key);
      if (node === undefined || changed.has(key) || affects.has(key)) continue;
      affects.set(key, { ...from, name: node.name, relation, on: to });
    }
  }
  const hidden = deleted.hidden + stopped.hidden + Math.max(0, affects.size - MOST_AFFECTED);
  const more = deleted.truncated || stopped.truncated;
  return {
    affects: [...affects.values()].slice(0, MOST_AFFECTED),
    warnings: more || hidden > 0 ? [`${more ? "Many" : hidden} more resources that depend on this are not shown.`] : [],
  };
}

function isDeletion({ action }: ResourceChange): boolean {
  return action === "delete";
}

function isStop({ action, fields }: ResourceChange): boolean {
  return (
    action === "update" &&
    fields.some(({ field, to }) => (field === "status" && STOPPED.has(to)) || (field === "enabled" && to === false))
  );
}

async function readUsers(
  { rehearsal: { sql }, workspaceId, mayRead }: Rehearsed,
  of: readonly ResourceChange[],
  without: readonly RelationName[],
) {
  const asked = of.flatMap(({ resource_type, id }) =>
    id !== null && isFoundType(resource_type) ? [{ id, type: resource_type }] : [],
  );
  if (workspaceId === null || asked.length === 0) return { nodes: [], edges: [], hidden: 0, truncated: false };
  const from = await readById(sql, workspaceId, asked);
  const follows = (relation: RelationName) => !without.includes(relation);
  return walk({ sql, workspaceId, from, ways: ["used_by"], depth: DEPTH, mayRead, follows });
}
