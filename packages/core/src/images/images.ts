import type { Image } from "@fulmar/contract";
import { lookup, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { conflict, type DomainError, found } from "../request/domain-error.ts";
import { CATALOG_COLUMNS, OWN_COLUMNS, toImage, vmsUsing } from "./image-columns.ts";

const ONE = "workspace_id = $workspace_id::bigint AND image_id = $image_id AND deleted_at IS NULL";
/** Images of workspaces and of adopted machines have position 0. */
const OFFERED = "position > 0 AND retired_at IS NULL";

// The catalog's come first, by their position, then the workspace's. The cursor says which of them come next.
const list = statement(
  "image_list",
  `SELECT * FROM (
     (SELECT ${CATALOG_COLUMNS}, position FROM image
       WHERE $before::text IS NULL AND $owner::text IS DISTINCT FROM 'workspace' AND position > $position::int
         AND ${OFFERED} AND ($site_id::text IS NULL OR $site_id = ANY (site_ids))
       ORDER BY position LIMIT $limit::int)
     UNION ALL
     (SELECT ${OWN_COLUMNS}, 0 AS position FROM vm_image
       WHERE workspace_id = $workspace_id::bigint AND deleted_at IS NULL AND $owner::text IS DISTINCT FROM 'catalog'
         AND ($before::text IS NULL OR image_id < $before) AND ($site_id::text IS NULL OR $site_id = site_id)
       ORDER BY image_id DESC LIMIT $limit::int)
   ) AS images
   ORDER BY owner, CASE WHEN owner = 'catalog' THEN position END, image_id DESC LIMIT $limit::int`,
);

const get = lookup(
  "image_get",
  `SELECT ${CATALOG_COLUMNS} FROM image WHERE template_id = $image_id AND ${OFFERED}
    UNION ALL SELECT ${OWN_COLUMNS} FROM vm_image WHERE ${ONE}`,
);

const update = statement(
  "image_update",
  `UPDATE vm_image
      SET name = coalesce($name, name), description = CASE WHEN $describes::boolean THEN $description ELSE description END,
          tags = coalesce($tags::text[], tags), deprecated = coalesce($deprecated::boolean, deprecated),
          updated_at = now()
    WHERE ${ONE} RETURNING ${OWN_COLUMNS}`,
);

const lock = statement("image_lock", `SELECT status, operation_id FROM vm_image WHERE ${ONE} FOR NO KEY UPDATE`);

const users = statement(
  "image_users",
  `SELECT v.type || '_vm' AS type, v.vm_id AS id, v.name
     FROM ${vmsUsing({ workspace: "$workspace_id::bigint", id: "$image_id" })}
    UNION ALL SELECT 'vm_group', g.vm_group_id, g.name FROM vm_group g
     WHERE g.workspace_id = $workspace_id::bigint AND g.template_id = $image_id
    ORDER BY id LIMIT 100`,
);

// The end of an import. What a worker brings to the site after all is removed there as of one that failed.
const giveUp = statement(
  "image_import_give_up",
  `WITH ended AS (DELETE FROM image_import WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id RETURNING 1)
   UPDATE vm_image SET status = 'error', error_message = 'It was deleted while it was imported.', updated_at = now()
    WHERE ${ONE} AND status = 'creating' AND EXISTS (SELECT FROM ended) RETURNING image_id`,
);

const remove = statement("image_delete", `UPDATE vm_image SET deleted_at = now() WHERE ${ONE}`);

export const listImages: Handler<"image.list"> = async (
  { sql, workspace },
  { limit, cursor, site_id = null, owner },
) => {
  const from = decodeCursor(cursor, /^(\d{1,9}|img_[0-9a-z]{26})$/) ?? "0";
  const isOwn = from.startsWith("img_");
  const rows = await sql.query(list, {
    workspace_id: workspace.id,
    position: isOwn ? 0 : Number(from),
    before: isOwn ? from : null,
    owner: owner ?? "",
    site_id,
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => (row.owner === "catalog" ? String(row.position) : row.image_id),
    ({ position, ...row }) => toImage(row),
  );
};

export const getImage: Handler<"image.get"> = async ({ sql, workspace }, { image_id }): Promise<Image> =>
  toImage(found(await sql.maybe(get, { workspace_id: workspace.id, image_id }), "image"));

export const updateImage: Handler<"image.update"> = async ({ sql, workspace }, { image_id, ...changes }) => {
  const { name, description, tags, deprecated } = changes;
  const row = await sql.maybe(update, {
    workspace_id: workspace.id,
    image_id,
    name,
    describes: description !== undefined,
    description,
    tags,
    deprecated,
  });
  return toImage(found(row, "image"));
};

/** Deletes an image. It disappears at once. The worker removes it at its site later. */
export const deleteImage: Handler<"image.delete"> = async ({ sql, workspace }, { image_id }) => {
  const place = { workspace_id: workspace.id, image_id };
  const { status, operation_id } = found(await sql.maybe(lock, place), "image");
  if (status === "creating" && (operation_id !== null || (await sql.maybe(giveUp, place)) === undefined))
    throw beingMade(operation_id);
  const blockers = await sql.query(users, place);
  if (blockers.length > 0)
    throw conflict(
      "image_in_use",
      "VMs are being created or rebuilt from the image, or groups make VMs from it; wait until the VMs have it, " +
        "give the groups another template, then try again.",
      blockers,
    );
  await sql.query(remove, place);
  return { status: "deleted", id: image_id };
};

function beingMade(operationId: string | null): DomainError {
  const blockers = operationId === null ? [] : [{ type: "operation", id: operationId, name: "image" }];
  return conflict(
    "image_in_progress",
    "The image is being made; wait until that has ended, or cancel its operation, then try again.",
    blockers,
  );
}

export const imageConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  vm_image_name_unique: () =>
    conflict("name_taken", "The workspace has another image of this name; choose another name or delete that image."),
};
