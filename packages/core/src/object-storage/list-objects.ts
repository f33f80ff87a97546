import type { StoredObject } from "@fulmar/contract";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { type ListedEntry, listObjects as readPage } from "./object-list.ts";

/** Keys can be any text: a position says that it is one. */
const AFTER = "after ";
const POSITION = /^after ./s;

export const listObjects: Handler<"object.list"> = async (
  context,
  { bucket_name, limit, cursor, prefix = "", delimiter },
) => {
  const query = {
    prefix,
    folders: delimiter !== undefined,
    from: decodeCursor(cursor, POSITION)?.slice(AFTER.length),
    limit: limit + 1,
  };
  const entries = await readPage(context.sql, context.workspace.id, bucket_name, query);
  if (entries === undefined) throw notFound("bucket");
  return toPage(entries, limit, ({ next_from }) => `${AFTER}${next_from}`, toStoredObject);
};

function toStoredObject({
  entry,
  is_prefix,
  size,
  modified_at,
  retained_until,
  etag,
  content_type,
}: ListedEntry): StoredObject {
  return {
    ...{
      key: entry,
      kind: is_prefix ? "prefix" : "object",
      size: size === null ? null : Number(size),
      etag,
      content_type,
    },
    ...{ last_modified: toTimestamp(modified_at), retained_until: toTimestamp(retained_until) },
  };
}
