import { statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";

const list = statement(
  "region_list",
  "SELECT region, name, endpoint_url, created_at FROM storage_region WHERE $1::text IS NULL OR region > $1 ORDER BY region LIMIT $2::int",
);

/**
 * The regions are the installation's, the same in every workspace; in the order of their identifiers. Where the
 * operator named no endpoint, it is the installation's own object store.
 */
export const listRegions: Handler<"region.list"> = async (context, { limit, cursor }) => {
  const rows = await context.sql.query(list, [decodeCursor(cursor, /^[a-z0-9-]+$/) ?? null, limit + 1]);
  return toPage(
    rows,
    limit,
    ({ region }) => region,
    (row) => ({
      ...row,
      endpoint_url: row.endpoint_url ?? context.configuration.publicObjectStoreUrl,
      created_at: toTimestamp(row.created_at),
    }),
  );
};
