// The access keys that a member made, by themselves or with a token whose value they have seen.
import { ACCESS_KEY_SCOPES, AccessKeyPermission, type Scope } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { auditActorValues, auditChanges } from "../audit/index.ts";
import { newId } from "../request/identifiers.ts";
import type { CredentialKind } from "../tenancy/index.ts";

const OF_MEMBER = `access_key k JOIN workspace w ON w.workspace_id = k.workspace_id
    WHERE w.organization_id = $1
      AND k.created_by_id IN (SELECT $2 UNION SELECT t.token_id FROM api_token t WHERE t.organization_id = $1 AND $2 IN (t.created_by, t.rotated_by))`;

const count = statement(
  "access_key_count_of_member",
  `SELECT count(*)::int AS count FROM ${OF_MEMBER} AND (k.expires_at IS NULL OR k.expires_at > now())`,
);

const find = statement(
  "access_key_find_of_member",
  `SELECT k.access_key_id FROM ${OF_MEMBER} AND k.permission::text = ANY ($3::text[]) ORDER BY k.access_key_id FOR UPDATE OF k`,
);

const end = statement(
  "access_key_end_of_member",
  `WITH changed AS (
     DELETE FROM access_key k USING unnest($1::text[], $2::text[]) AS e (access_key_id, event_id), workspace w
      WHERE k.access_key_id = e.access_key_id AND w.workspace_id = k.workspace_id
     RETURNING k.access_key_id, k.workspace_id, w.organization_id, e.event_id
   )
   ${auditChanges("accessKey.delete", { event: "changed.event_id", resource: "changed.access_key_id", workspace: "changed.workspace_id", first: 3 })}`,
);

/** Deletes the access keys of members who lose their rights. S3 clients that use them are refused at once. */
export const memberKeys: CredentialKind = {
  async count(sql, { organizationId, userId }) {
    const [row] = await sql.query(count, [organizationId, userId]);
    return row?.count ?? 0;
  },
  async end(sql, { maker, lost, by }) {
    const rows = await sql.query(find, [maker.organizationId, maker.userId, permissionsWith(lost)]);
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.access_key_id);
    await sql.query(end, [ids, ids.map(() => newId("aud")), ...auditActorValues(by)]);
  },
};

/** The permissions that give one of these scopes. Null: all permissions. */
function permissionsWith(scopes: readonly Scope[] | null): AccessKeyPermission[] {
  return AccessKeyPermission.options.filter(
    (permission) => scopes === null || ACCESS_KEY_SCOPES[permission].some((scope) => scopes.includes(scope)),
  );
}
