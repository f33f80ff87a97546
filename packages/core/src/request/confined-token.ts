import { type Sql, statement } from "@fulmar/prisma";
import type { Caller } from "./caller.ts";

const confined = statement(
  "token_confined",
  "SELECT FROM api_token WHERE token_id = $1 AND workspace_policy = 'specific_workspaces'",
);

/** Whether the caller is a token of specific workspaces: what concerns the entire organization is not for it. */
export async function isConfined(sql: Sql, caller: Pick<Caller, "type" | "id">): Promise<boolean> {
  return caller.type === "token" && (await sql.query(confined, [caller.id])).length > 0;
}
