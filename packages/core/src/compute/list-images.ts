import { statement } from "@fulmar/prisma";
import { toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { decodePosition } from "./catalog-position.ts";

const list = statement(
  "image_list",
  `SELECT template_id, name, os_type, os_distro, version, min_disk_gb, site_ids, position FROM image
    WHERE position > $1 AND ($3::text IS NULL OR $3 = ANY (site_ids)) ORDER BY position LIMIT $2`,
);

/** In the catalog's order. */
export const listImages: Handler<"image.list"> = async (context, { limit, cursor, site_id }) => {
  const rows = await context.sql.query(list, [decodePosition(cursor), limit + 1, site_id ?? null]);
  return toPage(
    rows,
    limit,
    (row) => String(row.position),
    ({ position, ...image }) => image,
  );
};
