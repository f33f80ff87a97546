// The access keys that a member or a token made. Those of a member include those of tokens whose value they have seen.
import { ACCESS_KEY_SCOPES, AccessKeyPermission, type Scope } from "@fulmar/contract";
import { queryOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../../audit/index.ts";
import type { Actor } from "../../request/caller.ts";
import { newId } from "../../request/identifiers.ts";
import { type CredentialKind, reachValues } from "../../tenancy/index.ts";
import { STORAGE_CHANNEL } from "../remote/reserve-bucket.ts";

const OF_MEMBER = `access_key k JOIN workspace w ON w.workspace_id = k.workspace_id
    WHERE w.organization_id = $organization_id
      AND k.created_by_id IN (
        SELECT $user_id UNION SELECT s.token_id FROM tokens_seen_by($organization_id, $user_id) s)`;

const count = statement(
  "access_key_count_of_member",
  `SELECT count(*)::int AS count FROM ${OF_MEMBER} AND (k.expires_at IS NULL OR k.expires_at > now())`,
);

const find = statement(
  "access_key_find_of_member",
  `SELECT k.access_key_id FROM ${OF_MEMBER} AND k.permission::text = ANY ($permissions::text[])
      AND ($only::bigint[] IS NULL OR k.workspace_id = ANY ($only))
      AND ($except::bigint[] IS NULL OR k.workspace_id <> ALL ($except))
    ORDER BY k.access_key_id FOR UPDATE OF k`,
);

const findOfToken = statement(
  "access_key_find_of_token",
  "SELECT access_key_id FROM access_key WHERE created_by_id = $created_by_id ORDER BY access_key_id FOR UPDATE",
);

const end = statement(
  "access_key_end",
  `WITH changed AS (
     DELETE FROM access_key k USING unnest($access_key_ids::text[], $audit_event_ids::text[])
       AS e (access_key_id, event_id),
            workspace w
      WHERE k.access_key_id = e.access_key_id AND w.workspace_id = k.workspace_id
     RETURNING k.access_key_id, k.workspace_id, w.organization_id, e.event_id
   )
   ${auditChange("accessKey.delete", { event: "changed.event_id", resource: "changed.access_key_id", workspace: "changed.workspace_id" })}`,
);

/** Deletes the access keys of members who lose their rights. S3 clients that use them are refused at once. */
export const memberKeys: CredentialKind = {
  async count(sql, { organizationId, userId }) {
    const row = await sql.maybe(count, { organization_id: organizationId, user_id: userId });
    return row?.count ?? 0;
  },
  async end(sql, { maker, reach, lost, by }) {
    const { organizationId, userId } = maker;
    const values = { organization_id: organizationId, user_id: userId, permissions: permissionsWith(lost) };
    await endKeys(sql, await sql.query(find, { ...values, ...reachValues(reach) }), by);
  },
};

// The servers of regions learn it from a worker.
const touch = statement(
  "access_key_touch_of_token",
  `WITH touched AS (
     UPDATE storage_owner SET revision = revision + 1, apply_at = now()
      WHERE workspace_id IN (SELECT k.workspace_id FROM access_key k
                              WHERE k.created_by_id = $created_by_id AND k.created_by_type = 'token') RETURNING 1
   )
   SELECT pg_notify('${STORAGE_CHANNEL}', '')::text AS told FROM touched LIMIT 1`,
);

/** The access keys that a token made: deleted when it is revoked, and held as it is. */
export const tokenKeys = {
  /** Applies what holds the token now where keys do not ask this database. */
  hold(send: Transaction["send"], tokenId: string): void {
    send(queryOf(touch, { created_by_id: tokenId }));
  },
  async end(sql: Sql, { tokenId, by }: { readonly tokenId: string; readonly by: Actor }): Promise<void> {
    await endKeys(sql, await sql.query(findOfToken, { created_by_id: tokenId }), by);
  },
};

async function endKeys(sql: Sql, keys: readonly { readonly access_key_id: string }[], by: Actor): Promise<void> {
  if (keys.length === 0) return;
  const ids = keys.map((key) => key.access_key_id);
  await sql.query(end, { access_key_ids: ids, audit_event_ids: ids.map(() => newId("aud")), ...auditChangeValues(by) });
}

/** The permissions that give one of these scopes. Null: all permissions. */
function permissionsWith(scopes: readonly Scope[] | null): AccessKeyPermission[] {
  return AccessKeyPermission.options.filter(
    (permission) => scopes === null || ACCESS_KEY_SCOPES[permission].some((scope) => scopes.includes(scope)),
  );
}
