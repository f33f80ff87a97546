import { PlacementGroup } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, found, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

const COLUMNS = `g.placement_group_id, g.name, g.strategy, g.over, g.strict, g.tags,
          (SELECT count(*)::int FROM vm v
            WHERE v.workspace_id = g.workspace_id AND v.placement_group_id = g.placement_group_id) AS vm_count,
          g.created_at, g.updated_at`;
const MINE = "g.workspace_id = $workspace_id::bigint AND g.placement_group_id = $placement_group_id";

const list = statement(
  "placement_group_list",
  `SELECT ${COLUMNS} FROM placement_group g
    WHERE g.workspace_id = $workspace_id::bigint AND g.placement_group_id < $after
      AND ($name::text IS NULL OR g.name = $name) AND ${contains("g.name", "$search")}
    ORDER BY g.placement_group_id DESC LIMIT $limit::int`,
);

const get = lookup("placement_group_get", `SELECT ${COLUMNS} FROM placement_group g WHERE ${MINE}`);

const insert = statement(
  "placement_group_insert",
  `INSERT INTO placement_group AS g (placement_group_id, workspace_id, name, strategy, over, strict, tags)
   VALUES ($placement_group_id, $workspace_id::bigint, $name, $strategy, $over, $strict::boolean, $tags::text[])
   RETURNING ${COLUMNS}`,
);

const update = statement(
  "placement_group_update",
  `UPDATE placement_group g SET name = coalesce($name, name), tags = coalesce($tags::text[], tags), updated_at = now()
    WHERE ${MINE} RETURNING ${COLUMNS}`,
);

const lock = statement("placement_group_lock", `SELECT FROM placement_group g WHERE ${MINE} FOR UPDATE`);

const users = statement(
  "placement_group_users",
  `SELECT v.type || '_vm' AS type, v.vm_id AS id, v.name FROM vm v
    WHERE v.workspace_id = $workspace_id::bigint AND v.placement_group_id = $placement_group_id
    UNION ALL SELECT 'vm_group', m.vm_group_id, m.name FROM vm_group m
     WHERE m.workspace_id = $workspace_id::bigint AND m.placement_group_id = $placement_group_id
    ORDER BY id LIMIT 100`,
);

const remove = statement("placement_group_delete", `DELETE FROM placement_group g WHERE ${MINE}`);

const shown = wireForm(PlacementGroup.omit({ strategy: true, over: true }));
const { strategy: Strategy, over: Over } = PlacementGroup.shape;

function toPlacementGroup({ strategy, over, ...row }: RowOf<typeof get>): PlacementGroup {
  return { ...shown(row), strategy: Strategy.parse(strategy), over: Over.parse(over) };
}

export const listPlacementGroups: Handler<"placementGroup.list"> = async (
  { sql, workspace },
  { limit, cursor, name, search },
) => {
  const after = olderThan(cursor, "place");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.placement_group_id, toPlacementGroup);
};

/** The database refuses a name that is taken. */
export const createPlacementGroup: Handler<"placementGroup.create"> = async ({ sql, workspace }, input) =>
  toPlacementGroup(await sql.one(insert, { workspace_id: workspace.id, placement_group_id: newId("place"), ...input }));

export const getPlacementGroup: Handler<"placementGroup.get"> = async ({ sql, workspace }, ids) =>
  toPlacementGroup(found(await sql.maybe(get, { workspace_id: workspace.id, ...ids }), "placement group"));

/** The database refuses a name that is taken. */
export const updatePlacementGroup: Handler<"placementGroup.update"> = async (
  { sql, workspace },
  { placement_group_id, name, tags },
) => {
  const row = await sql.maybe(update, { workspace_id: workspace.id, placement_group_id, name, tags });
  return toPlacementGroup(found(row, "placement group"));
};

/** @throws DomainError 404; 409 while VMs are in it */
export const deletePlacementGroup: Handler<"placementGroup.delete"> = async ({ sql, workspace }, ids) => {
  const values = { workspace_id: workspace.id, ...ids };
  found(await sql.maybe(lock, values), "placement group");
  const blockers = await sql.query(users, values);
  if (blockers.length > 0)
    throw mayPass(
      conflict(
        "placement_group_in_use",
        "VMs are in the placement group, or a VM group makes them there; delete those first.",
        blockers,
      ),
    );
  await sql.query(remove, values);
  return { status: "deleted", id: ids.placement_group_id };
};
