import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { AccessKeyRepository, toAccessKey } from "./access-key-repository.ts";

export const listAccessKeys: Handler<"accessKey.list"> = async (context, { limit, cursor, ...filter }) => {
  const keys = new AccessKeyRepository(context.sql, context.workspace.id);
  const rows = await keys.list(filter, decodeCursor(cursor, "akey"), limit + 1);
  return toPage(rows, limit, (row) => row.credential_id, toAccessKey);
};
