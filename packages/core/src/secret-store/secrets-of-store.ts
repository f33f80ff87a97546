import type { Blocker } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";

/** How many of what stands in the way an answer names. */
const MOST_BLOCKERS = 100;

const secrets = statement(
  "secret_store_contents",
  `SELECT 'secret' AS type, secret_id AS id, key AS name FROM secret
    WHERE workspace_id = $1::bigint AND store_id = $2 AND deleted_at IS NULL ORDER BY secret_id DESC LIMIT $3::int`,
);

/** What a store holds, the newest first: up to a hundred of its secrets. Those that are deleted do not count. */
export function secretsOf(sql: Sql, workspaceId: bigint, storeId: string): Promise<Blocker[]> {
  return sql.query(secrets, [workspaceId, storeId, MOST_BLOCKERS]);
}
