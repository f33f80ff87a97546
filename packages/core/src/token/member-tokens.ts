// The tokens whose value a member has seen: they created the token, or rotated it last.
import { MANAGER_ROLES } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditActorValues, auditChanges } from "../audit/index.ts";
import type { Actor } from "../request/caller.ts";
import { newId } from "../request/identifiers.ts";
import { roleInsufficient } from "../request/rights.ts";
import type { CredentialKind } from "../tenancy/index.ts";

const OF_MEMBER = "organization_id = $1 AND $2 IN (created_by, rotated_by) AND revoked_at IS NULL";

const count = statement(
  "token_count_of_member",
  `SELECT count(*)::int AS count FROM api_token WHERE ${OF_MEMBER} AND (expires_at IS NULL OR expires_at > now())`,
);

const find = statement(
  "token_find_of_member",
  `SELECT token_id FROM api_token WHERE ${OF_MEMBER} AND ($3::text[] IS NULL OR scopes && $3) ORDER BY token_id FOR NO KEY UPDATE`,
);

const end = statement(
  "token_end_of_member",
  `WITH changed AS (
     UPDATE api_token t SET revoked_at = now() FROM unnest($1::text[], $2::text[]) AS e (token_id, event_id) WHERE t.token_id = e.token_id
     RETURNING t.token_id, t.organization_id, e.event_id
   )
   ${auditChanges("apiToken.revoke", { event: "changed.event_id", resource: "changed.token_id", first: 3 })}`,
);

/** Revokes the tokens of members who lose their rights. They are refused on the next request, in every process. */
export const memberTokens: CredentialKind = {
  async count(sql, { organizationId, userId }) {
    const [row] = await sql.query(count, [organizationId, userId]);
    return row?.count ?? 0;
  },
  async end(sql, { maker, lost, by }) {
    const rows = await sql.query(find, [maker.organizationId, maker.userId, lost]);
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.token_id);
    await sql.query(end, [ids, ids.map(() => newId("aud")), ...auditActorValues(by)]);
  },
};

const hold = statement(
  "token_hold_manager",
  "SELECT FROM member WHERE organization_id = $1 AND user_id = $2 AND role = ANY ($3::text[]) FOR SHARE",
);

/**
 * Keeps the membership of somebody who is about to see a token's value, until the transaction ends. If they are removed
 * at the same time, the removal either waits and revokes the token, or comes first and the request is refused.
 * @throws DomainError 403 when they manage the organization's tokens no longer
 */
export async function holdManager(sql: Sql, organizationId: string, { userId }: Actor): Promise<void> {
  if (userId === null) return;
  const held = await sql.query(hold, [organizationId, userId, MANAGER_ROLES]);
  if (held.length === 0) throw roleInsufficient(MANAGER_ROLES, "manage API tokens");
}
