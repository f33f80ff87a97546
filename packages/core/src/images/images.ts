import type { Image } from "@fulmar/contract";
import { lookup, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { conflict, type DomainError, found, invalidField } from "../request/domain-error.ts";
import { CATALOG_COLUMNS, OPENED_COLUMNS, OWN_COLUMNS, OWN_VMS_USING, toImage } from "./image-columns.ts";

const ONE = "i.workspace_id = $workspace_id::bigint AND i.image_id = $image_id AND i.deleted_at IS NULL";
/** SQL: the image `i` of another workspace, whose organization is `o`. */
const OF_OTHERS = `JOIN workspace w ON w.workspace_id = i.workspace_id JOIN organization o ON o.organization_id = w.organization_id
        WHERE i.workspace_id <> $workspace_id::bigint AND i.status = 'available' AND i.deleted_at IS NULL`;
const AT_SITE = `($site_id::text IS NULL OR $site_id = i.site_id OR EXISTS (
  SELECT FROM image_copy c WHERE c.workspace_id = $workspace_id::bigint AND c.image_id = i.image_id
     AND c.site_id = $site_id AND c.status = 'available' AND c.deleted_at IS NULL))`;
/** Images of workspaces and of adopted machines have position 0. */
const OFFERED = "position > 0 AND retired_at IS NULL";

// The catalog's come first, by their position, then those of others, then the workspace's. The cursor says which of
// them come next: a position, or an id of the second or the third kind.
const list = statement(
  "image_list",
  `SELECT * FROM (
     (SELECT ${CATALOG_COLUMNS}, position, 1 AS turn FROM image
       WHERE $turn::int = 1 AND $owner IN ('', 'catalog') AND position > $position::int
         AND ${OFFERED} AND ($site_id::text IS NULL OR $site_id = ANY (site_ids))
       ORDER BY position LIMIT $limit::int)
     UNION ALL
     (SELECT ${OWN_COLUMNS}, 0, 3 FROM vm_image i
       WHERE i.workspace_id = $workspace_id::bigint AND i.deleted_at IS NULL AND $owner IN ('', 'workspace')
         AND ($turn::int < 3 OR i.image_id < $before) AND ${AT_SITE}
       ORDER BY i.image_id DESC LIMIT $limit::int)
     UNION ALL
     (SELECT ${OPENED_COLUMNS}, 0, 2 FROM vm_image i ${OF_OTHERS}
         AND $turn::int <= 2 AND $owner IN ('', 'published') AND i.published_at IS NOT NULL
         AND ($turn::int < 2 OR i.image_id < $before) AND ${AT_SITE}
       ORDER BY i.image_id DESC LIMIT $limit::int)
     UNION ALL
     (SELECT ${OPENED_COLUMNS}, 0, 2 FROM image_share mine JOIN vm_image i USING (workspace_id, image_id) ${OF_OTHERS}
         AND $turn::int <= 2 AND $owner IN ('', 'shared') AND i.published_at IS NULL
         AND mine.organization_id = $organization_id
         AND ($turn::int < 2 OR mine.image_id < $before) AND ${AT_SITE}
       ORDER BY mine.image_id DESC LIMIT $limit::int)
   ) AS images
   ORDER BY turn, position, image_id DESC LIMIT $limit::int`,
);

const get = lookup(
  "image_get",
  `SELECT ${CATALOG_COLUMNS} FROM image WHERE template_id = $image_id AND ${OFFERED}
    UNION ALL SELECT ${OWN_COLUMNS} FROM vm_image i WHERE ${ONE}
    UNION ALL SELECT ${OPENED_COLUMNS} FROM vm_image i ${OF_OTHERS}
       AND i.image_id = $image_id AND image_opened(i.image_id, $workspace_id::bigint)`,
);

const update = statement(
  "image_update",
  `UPDATE vm_image i
      SET name = coalesce($name, name), description = CASE WHEN $describes::boolean THEN $description ELSE description END,
          tags = coalesce($tags::text[], tags), deprecated = coalesce($deprecated::boolean, deprecated),
          deprecated_at = CASE WHEN NOT coalesce($deprecated::boolean, deprecated) THEN NULL
                               WHEN deprecated THEN deprecated_at ELSE now() END,
          deprecation_note = CASE WHEN NOT coalesce($deprecated::boolean, deprecated) THEN NULL
                                  WHEN $notes::boolean THEN $deprecation_note ELSE deprecation_note END,
          updated_at = now()
    WHERE ${ONE} RETURNING ${OWN_COLUMNS}`,
);

// Organizations that do not exist are refused by the foreign key.
const share = statement(
  "image_share_set",
  `WITH ended AS (
     DELETE FROM image_share i WHERE i.workspace_id = $workspace_id::bigint AND i.image_id = $image_id
        AND i.organization_id <> ALL ($shared_with::text[])
   )
   INSERT INTO image_share (workspace_id, image_id, organization_id)
   SELECT i.workspace_id, i.image_id, wanted.organization_id
     FROM vm_image i CROSS JOIN unnest($shared_with::text[]) AS wanted (organization_id) WHERE ${ONE}
       ON CONFLICT DO NOTHING`,
);

const lock = statement(
  "image_lock",
  `SELECT status, operation_id, deprecated FROM vm_image i WHERE ${ONE} FOR NO KEY UPDATE`,
);

const users = statement(
  "image_users",
  `SELECT v.type || '_vm' AS type, v.vm_id AS id, v.name
     FROM ${OWN_VMS_USING}
    UNION ALL SELECT 'vm_group', g.vm_group_id, g.name FROM vm_group g
     WHERE g.workspace_id = $workspace_id::bigint AND g.template_id = $image_id
    ORDER BY id LIMIT 100`,
);

// The end of an import. What a worker brings to the site after all is removed there as of one that failed.
const giveUp = statement(
  "image_import_give_up",
  `WITH ended AS (DELETE FROM image_import WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id RETURNING 1)
   UPDATE vm_image i SET status = 'error', error_message = 'It was deleted while it was imported.', updated_at = now()
    WHERE ${ONE} AND status = 'creating' AND EXISTS (SELECT FROM ended) RETURNING image_id`,
);

const remove = statement("image_delete", `UPDATE vm_image i SET deleted_at = now() WHERE ${ONE}`);

/** `others.` stands before the id of an image of another workspace. */
const CURSOR = /^(\d{1,9}|(others\.)?img_[0-9a-z]{26})$/;

export const listImages: Handler<"image.list"> = async (
  { sql, workspace },
  { limit, cursor, site_id = null, owner },
) => {
  const from = decodeCursor(cursor, CURSOR) ?? "0";
  const turn = from.startsWith("others.") ? 2 : from.startsWith("img_") ? 3 : 1;
  const rows = await sql.query(list, {
    workspace_id: workspace.id,
    organization_id: workspace.organizationId,
    turn,
    position: turn === 1 ? Number(from) : 0,
    before: turn === 1 ? "" : from.replace("others.", ""),
    owner: owner ?? "",
    site_id,
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    ({ turn, position, image_id }) => (turn === 1 ? String(position) : turn === 2 ? `others.${image_id}` : image_id),
    ({ position, turn, ...row }) => toImage(row),
  );
};

export const getImage: Handler<"image.get"> = async ({ sql, workspace }, { image_id }): Promise<Image> =>
  toImage(found(await sql.maybe(get, { workspace_id: workspace.id, image_id }), "image"));

export const updateImage: Handler<"image.update"> = async ({ sql, workspace }, { image_id, ...changes }) => {
  const { name, description, tags, deprecated, deprecation_note, shared_with } = changes;
  const place = { workspace_id: workspace.id, image_id };
  if (deprecation_note != null && deprecated === undefined) {
    const image = found(await sql.maybe(lock, place), "image");
    if (!image.deprecated) throw invalidField("deprecation_note", "needs deprecated, which the image is not");
  }
  if (shared_with !== undefined) await sql.query(share, { ...place, shared_with });
  const row = await sql.maybe(update, {
    ...place,
    name,
    describes: description !== undefined,
    description,
    tags,
    deprecated,
    notes: deprecation_note !== undefined,
    deprecation_note,
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
  image_share_organization_id_fkey: () =>
    invalidField("shared_with", "must be ids of organizations of this installation"),
};
