import { FOUND_TYPES, type FoundType, type GraphNode, isFoundType } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/wire-form.ts";
import { searchedFamily } from "../search/index.ts";

/** A resource that exists, or is deleted and can be restored, with the key by which the tables name it. */
export interface Found extends GraphNode {
  readonly key: string;
}

const found = (type: FoundType, asked: string, keyed = searchedFamily(type).id) => {
  const { id, calledBy, table, name, status = "NULL::text", only, alive, keptUntil } = searchedFamily(type);
  const shown = keptUntil === undefined ? alive : `(${alive} OR ${keptUntil} IS NOT NULL)`;
  return `SELECT '${type}' AS type, ${id} AS key, ${calledBy ?? id} AS id, ${name} AS name, ${status} AS status,
                 ${keptUntil ?? "NULL::timestamptz"} AS restorable_until
    FROM ${table} WHERE workspace_id = $workspace_id::bigint AND ${keyed} ${asked}
      AND ${only} AND ${shown}`;
};

const byKey = statement(
  "graph_nodes",
  FOUND_TYPES.map((type) => found(type, "= ANY ($keys::text[])")).join(" UNION ALL "),
);

// `$ids` are as the API names them, `$types` the type of each.
const byId = statement(
  "graph_named",
  FOUND_TYPES.map((type) => {
    const { id, calledBy = id } = searchedFamily(type);
    return found(
      type,
      `IN (SELECT asked.id FROM unnest($ids::text[], $types::text[]) AS asked (id, type)
            WHERE asked.type = '${type}' OR asked.type IS NULL)`,
      calledBy,
    );
  }).join(" UNION ALL "),
);

/** The resources with these keys that exist, in any order. */
export async function readByKey(sql: Sql, workspaceId: bigint, keys: readonly string[]): Promise<Found[]> {
  return keys.length === 0 ? [] : toFound(await sql.query(byKey, { workspace_id: workspaceId, keys: [...keys] }));
}

/** The resources that exist with these ids, of the stated type or of any. */
export async function readById(
  sql: Sql,
  workspaceId: bigint,
  asked: readonly { readonly id: string; readonly type: string | null }[],
): Promise<Found[]> {
  if (asked.length === 0) return [];
  const ids = asked.map(({ id }) => id);
  const types = asked.map(({ type }) => type);
  return toFound(await sql.query(byId, { workspace_id: workspaceId, ids, types }));
}

function toFound(rows: readonly RowOf<typeof byKey>[]): Found[] {
  return rows.flatMap(({ type, restorable_until, ...row }) =>
    isFoundType(type)
      ? [
          {
            resource_type: type,
            ...row,
            ...(restorable_until !== null && { restorable_until: toTimestamp(restorable_until) }),
          },
        ]
      : [],
  );
}
