import { statement } from "@fulmar/prisma";
import { toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { decodePosition } from "./catalog-position.ts";

const list = statement(
  "site_list",
  "SELECT site_id, name, location, position FROM site WHERE position > $1 AND removed_at IS NULL ORDER BY position LIMIT $2",
);

/** In the catalog's order: the first site that has what a VM needs is its default. */
export const listSites: Handler<"site.list"> = async (context, { limit, cursor }) => {
  const rows = await context.sql.query(list, [decodePosition(cursor), limit + 1]);
  return toPage(
    rows,
    limit,
    (row) => String(row.position),
    ({ position, ...site }) => site,
  );
};
