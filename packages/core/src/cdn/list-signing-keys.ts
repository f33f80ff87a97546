import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { SigningKeyRepository, toSigningKey } from "./signing-key-repository.ts";

export const listSigningKeys: Handler<"cdnSigningKey.list"> = async ({ sql, workspace }, { limit, cursor }) => {
  const rows = await new SigningKeyRepository(sql, workspace.id).list(decodeCursor(cursor, "key"), limit + 1);
  return toPage(rows, limit, (row) => row.key_id, toSigningKey);
};
