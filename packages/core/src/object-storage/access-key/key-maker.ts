import { lookup, type Sql } from "@fulmar/prisma";
import type { Entry } from "../../request/door/door.ts";

const maker = lookup(
  "access_key_entry",
  `SELECT w.workspace_id, w.name, w.organization_id, o.name AS organization_name, k.name AS key_name,
          k.created_by_type, k.created_by_id, k.created_by_name
     FROM access_key k JOIN workspace w ON w.workspace_id = k.workspace_id AND w.deleted_at IS NULL
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE k.access_key_id = $access_key_id`,
);

/**
 * The workspace of an access key, and its maker as the caller of what the key does in the public API's records.
 * @returns undefined for a key from before its maker was recorded
 */
export async function readKeyMaker(sql: Sql, accessKeyId: string): Promise<Entry | undefined> {
  const row = await sql.maybe(maker, { access_key_id: accessKeyId });
  if (row === undefined || row.created_by_id === null) return undefined;
  const { organization_id: organizationId } = row;
  return {
    workspace: { id: row.workspace_id, name: row.name, organizationId, organizationName: row.organization_name },
    caller: {
      type: row.created_by_type === "user" ? "user" : "token",
      id: row.created_by_id,
      name: `${row.created_by_name ?? row.created_by_id} (access key ${row.key_name})`,
      organizationId,
      scopes: new Set(["object-storage.write", "object-storage.delete"]),
      role: null,
      organizationRole: null,
      sessionId: null,
      expiresAt: null,
      allowedIpRanges: [],
      confined: false,
      strictScopes: false,
      guarding: null,
    },
  };
}
