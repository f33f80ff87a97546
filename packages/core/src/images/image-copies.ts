// The copies of an image that a workspace has at other sites (docs/adr/0166).
import { statement } from "@fulmar/prisma";
import { imageAtColumns, joinImageAt, planImageCopy, unrunImage, untakenImage } from "../compute/index.ts";
import type { Handler } from "../request/context.ts";
import { conflict, found, invalidField } from "../request/domain-error.ts";
import { siteClosed } from "../site/index.ts";
import { COPY, toCopies } from "./image-columns.ts";

// An image of the catalog is brought to sites by the operator.
const findTarget = statement(
  "image_copy_target",
  `SELECT i.owner_workspace_id IS NOT NULL AS of_workspace, i.site_ids = '{}' AS is_being_made, s.site_id, s.closed_at,
          ${imageAtColumns("s")}
     FROM image i LEFT JOIN site s ON s.site_id = $site_id AND s.removed_at IS NULL ${joinImageAt("s")}
    WHERE i.template_id = $image_id AND i.retired_at IS NULL
      AND (i.owner_workspace_id IS NULL OR i.owner_workspace_id = $workspace_id::bigint
           OR image_opened(i.template_id, $workspace_id::bigint))`,
);

const get = statement(
  "image_copy_get",
  `SELECT ${COPY} AS copy FROM image_copy c WHERE c.workspace_id = $workspace_id::bigint AND c.copy_id = $copy_id`,
);

const lock = statement(
  "image_copy_hold",
  `SELECT copy_id FROM image_copy
    WHERE workspace_id = $workspace_id::bigint AND image_id = $image_id AND site_id = $site_id AND deleted_at IS NULL
      FOR NO KEY UPDATE`,
);

const users = statement(
  "image_copy_users",
  `SELECT v.type || '_vm' AS type, v.vm_id AS id, v.name
     FROM vm v JOIN operation o ON o.workspace_id = v.workspace_id AND o.operation_id = v.operation_id
    WHERE v.workspace_id = $workspace_id::bigint AND o.input ->> 'copy_id' = $copy_id
    UNION ALL SELECT 'vm_group', g.vm_group_id, g.name FROM vm_group g
     WHERE g.workspace_id = $workspace_id::bigint AND g.template_id = $image_id AND g.site_id = $site_id
    ORDER BY id LIMIT 100`,
);

const remove = statement(
  "image_copy_delete",
  `UPDATE image_copy SET deleted_at = now()
    WHERE workspace_id = $workspace_id::bigint AND copy_id = $copy_id AND deleted_at IS NULL`,
);

/** Has an image brought to a site before the first VM needs it there. */
export const copyImage: Handler<"image.copy"> = async (context, { image_id, site_id }) => {
  const { sql, workspace } = context;
  const target = found(await sql.maybe(findTarget, { workspace_id: workspace.id, image_id, site_id }), "image");
  if (target.site_id === null) throw invalidField("site_id", "is not a site of the installation");
  if (target.of_workspace !== true)
    throw conflict(
      "image_at_site",
      "The catalog's images are at the sites that the operator chose; copy an image of a workspace.",
    );
  if (target.is_being_made === true)
    throw conflict("image_in_progress", "The image is not available; wait until it has been made, then try again.");
  if (target.image_here === true || target.copy_id !== null)
    throw conflict("image_at_site", "The image is at this site, or on its way there; choose another site.");
  if (target.closed_at !== null) throw siteClosed();
  if (target.image_taken !== true) throw invalidField("site_id", untakenImage(target.image_home));
  if (target.image_misses !== null)
    throw invalidField("site_id", `${unrunImage(target.image_misses)}; choose another site`);
  const { image_bytes, image_gb } = target;
  const copy_id = await planImageCopy(context, { image_id, site_id, image_bytes, image_gb });
  const row = await sql.one(get, { workspace_id: workspace.id, copy_id });
  const [copy] = toCopies([row.copy]);
  return found(copy, "copy");
};

/** Removes the workspace's copy of an image at a site. A worker removes it there later. */
export const deleteImageCopy: Handler<"image.deleteCopy"> = async ({ sql, workspace }, { image_id, site_id }) => {
  const place = { workspace_id: workspace.id, image_id, site_id };
  const { copy_id } = found(await sql.maybe(lock, place), "copy");
  const blockers = await sql.query(users, { ...place, copy_id });
  if (blockers.length > 0)
    throw conflict(
      "image_copy_in_use",
      "VMs are being created or rebuilt from the copy, or groups make VMs from it at this site; wait until the VMs have " +
        "it, give the groups another template, then try again.",
      blockers,
    );
  await sql.query(remove, { workspace_id: workspace.id, copy_id });
  return { status: "deleted", image_id, site_id };
};
