// The tokens whose value a member or a token has seen: they created the token, or rotated it last.
import { MANAGER_ROLES } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import type { Actor } from "../request/caller.ts";
import { roleInsufficient } from "../request/door/rights.ts";
import { newId } from "../request/identifiers.ts";
import { type CredentialKind, type Reach, reachValues } from "../tenancy/index.ts";

const OF_MEMBER =
  "token_id IN (SELECT s.token_id FROM tokens_seen_by($organization_id, $principal) s) AND revoked_at IS NULL";

const count = statement(
  "token_count_of_member",
  `SELECT count(*)::int AS count FROM api_token WHERE ${OF_MEMBER} AND (expires_at IS NULL OR expires_at > now())`,
);

const find = statement(
  "token_find_of_member",
  `SELECT token_id FROM api_token WHERE ${OF_MEMBER} AND ($scopes::text[] IS NULL OR scopes && $scopes)
      AND (workspace_policy = 'entire_organization' OR ($only::bigint[] IS NULL OR workspace_ids && $only)
                                                   AND ($except::bigint[] IS NULL OR NOT workspace_ids <@ $except))
    ORDER BY token_id FOR NO KEY UPDATE`,
);

const end = statement(
  "token_end_of_member",
  `WITH changed AS (
     UPDATE api_token t SET revoked_at = now()
       FROM unnest($token_ids::text[], $audit_event_ids::text[]) AS e (token_id, event_id) WHERE t.token_id = e.token_id
     RETURNING t.token_id, t.organization_id, e.event_id
   )
   ${auditChange("apiToken.revoke", { event: "changed.event_id", resource: "changed.token_id" })}`,
);

/** Revokes the tokens of members who lose their rights. They are refused on the next request, in every process. */
export const memberTokens: CredentialKind = {
  async count(sql, { organizationId, userId }) {
    return (await sql.one(count, { organization_id: organizationId, principal: userId })).count;
  },
  async end(sql, { maker, reach, lost, by }) {
    await endTokensSeenBy(sql, { organizationId: maker.organizationId, principal: maker.userId, reach, lost, by });
  },
};

/**
 * Revokes the tokens whose value a user or a token has seen. A token that is being made meanwhile is found the next
 * time, because its maker's row is locked until it is committed.
 * @param reach the workspaces of which a token must work in one to end. A token of the entire organization works in all
 * @param lost the scopes of which a token must have one to end, or null for all
 * @returns the ids of the revoked tokens
 */
export async function endTokensSeenBy(
  sql: Sql,
  {
    organizationId,
    principal,
    reach,
    lost,
    by,
  }: {
    readonly organizationId: string;
    readonly principal: string;
    readonly reach: Reach;
    readonly lost: readonly string[] | null;
    readonly by: Actor;
  },
): Promise<string[]> {
  const ended: string[] = [];
  const which = { organization_id: organizationId, principal, scopes: lost, ...reachValues(reach) };
  for (;;) {
    const rows = await sql.query(find, which);
    if (rows.length === 0) return ended;
    const ids = rows.map((row) => row.token_id);
    await sql.query(end, { token_ids: ids, audit_event_ids: ids.map(() => newId("aud")), ...auditChangeValues(by) });
    ended.push(...ids);
  }
}

const hold = statement(
  "token_hold_manager",
  `SELECT FROM member
    WHERE organization_id = $organization_id AND user_id = $user_id AND role = ANY ($roles::text[]) FOR SHARE`,
);

/**
 * Keeps the membership of somebody who is about to see a token's value, until the transaction ends. If they are removed
 * at the same time, the removal either waits and revokes the token, or comes first and the request is refused.
 * @throws DomainError 403 when they manage the organization's tokens no longer
 */
export async function holdManager(sql: Sql, organizationId: string, { userId }: Actor): Promise<void> {
  if (userId === null) return;
  const held = await sql.maybe(hold, { organization_id: organizationId, user_id: userId, roles: MANAGER_ROLES });
  if (held === undefined) throw roleInsufficient(MANAGER_ROLES, "manage API tokens");
}
