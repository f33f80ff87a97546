import { MANAGER_ROLES, MemberRecord, maySetRole, ROLES, type Role } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { removedMemberQuery } from "../mail/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";
import { ownersOnly } from "./constraint-errors.ts";
import { countInvitations, endInvitations } from "./invitation.ts";
import { judgedRole, noSuchMember } from "./judged-role.ts";
import { type CredentialKinds, type CredentialMaker, endCredentials, scopesBeyond } from "./member-credentials.ts";
import { inReach } from "./workspace.ts";
import { endWorkspaceRoles, workspaceRolesOf } from "./workspace-role.ts";

const list = statement(
  "member_list",
  `SELECT m.user_id, u.name, u.email, m.role, u.two_factor_enabled AS second_factor, m.created_at AS joined_at,
          (SELECT jsonb_agg(jsonb_build_object('workspace_id', r.workspace_id::text, 'role',
                                               r.role) ORDER BY r.workspace_id)
             FROM workspace_role r JOIN workspace w ON w.workspace_id = r.workspace_id
            WHERE r.organization_id = m.organization_id AND r.user_id = m.user_id
              AND ${inReach("$token_id")}) AS workspace_roles,
          (SELECT max(s.updated_at) FROM session s
            WHERE s.user_id = m.user_id AND s.expires_at > now()) AS last_seen_at,
          to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || m.user_id AS position
     FROM member m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = $organization_id
      AND ($joined_at::timestamptz IS NULL OR (m.created_at, m.user_id) > ($joined_at, $user_id))
    ORDER BY m.created_at, m.user_id LIMIT $limit`,
  // to_char returns text for any finite timestamp.
  { present: ["position"] },
);

const find = statement(
  "member_find",
  "SELECT role FROM member WHERE organization_id = $organization_id AND user_id = $user_id",
);

const setRole = statement(
  "member_set_role",
  `WITH changed AS (
     UPDATE member SET role = $role WHERE organization_id = $organization_id AND user_id = $user_id AND role = $judged
  RETURNING organization_id, user_id, role
   ), audited AS (
     ${auditChange("member.setRole", { resource: "changed.user_id", detail: "$judged || ' → ' || changed.role" })}
   )
   SELECT 1 FROM changed`,
);

const remove = statement(
  "member_remove",
  `WITH changed AS (
     DELETE FROM member WHERE organization_id = $organization_id AND user_id = $user_id AND role = $role
  RETURNING organization_id, user_id
   ), audited AS (
     ${auditChange("member.remove", { resource: "changed.user_id" })}
   )
   SELECT 1 FROM changed`,
);

const toMember = wireForm(MemberRecord);

/** Ordered by the time of joining. */
export const listMembers: Handler<"member.list"> = async ({ sql, workspace, caller }, { limit, cursor }) => {
  const [joined_at, user_id = ""] = positionOf(cursor);
  const place = { organization_id: workspace.organizationId, token_id: caller.id };
  const rows = await sql.query(list, { ...place, joined_at, user_id, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.position,
    (row) => toMember({ ...row, workspace_roles: MANAGER_ROLES.includes(row.role) ? [] : (row.workspace_roles ?? []) }),
  );
};

/** The end of the previous page: when its last member joined, and that member's id. */
function positionOf(cursor: string | undefined): readonly string[] {
  const [joinedAt, userId] = decodeCursor(cursor, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+$/)?.split(" ") ?? [];
  if (joinedAt === undefined || userId === undefined) return [];
  if (Number.isNaN(Date.parse(joinedAt))) throw invalidField("cursor", "must be a cursor from the page before");
  return [joinedAt, userId];
}

/**
 * A role applies from the member's next request on. Credentials that can do more than the new role end in the same
 * transaction.
 */
export const setMemberRole =
  (kinds: CredentialKinds): Handler<"member.setRole"> =>
  async (context, { organization_id, user_id, role }) => {
    const { sql, membership } = context;
    const judged = await judgedRole(sql, organization_id, user_id, membership.role);
    if (!maySetRole(membership.role, role)) throw ownersOnly();
    const by = context.actor();
    const changed = await sql.maybe(setRole, { organization_id, user_id, role, judged, ...auditChangeValues(by) });
    if (changed === undefined) throw noSuchMember();
    const maker = { organizationId: organization_id, userId: user_id };
    const notTheirs = ROLES.filter((invited) => !maySetRole(role, invited));
    await endInvitations(sql, maker, notTheirs, by);
    const own = MANAGER_ROLES.includes(role)
      ? await endWorkspaceRoles(sql, maker, by)
      : await workspaceRolesOf(sql, maker);
    const lost = scopesBeyond(role, role);
    await endCredentials(sql, kinds, {
      maker,
      by,
      lost,
      reach: { except: own.flatMap(({ workspaceIds }) => workspaceIds) },
    });
    for (const { role: there, workspaceIds } of own)
      await endCredentials(sql, kinds, { maker, by, lost: scopesBeyond(there, role), reach: { only: workspaceIds } });
    return { user_id };
  };

export const countMemberCredentials =
  ({ apiTokens, accessKeys }: CredentialKinds): Handler<"member.credentials"> =>
  async ({ sql }, { organization_id, user_id }) => {
    const maker = { organizationId: organization_id, userId: user_id };
    const [member, api_tokens, access_keys, invitations] = await Promise.all([
      sql.maybe(find, { organization_id, user_id }),
      apiTokens.count(sql, maker),
      accessKeys.count(sql, maker),
      countInvitations(sql, maker),
    ]);
    if (member === undefined) throw noSuchMember();
    return { api_tokens, access_keys, invitations };
  };

/**
 * A membership ends from the next request on, with the member's credentials. Every member may leave. Only others may
 * keep the credentials, because somebody who leaves still has their values.
 */
export const removeMember =
  (kinds: CredentialKinds): Handler<"member.remove"> =>
  async (context, { organization_id, user_id, keep_credentials }) => {
    const { sql, membership, person } = context;
    const leaves = user_id === person.id;
    if (leaves && keep_credentials) throw othersKeep();
    const judged = await judgedRole(sql, organization_id, user_id, leaves ? "owner" : membership.role);
    const maker = { organizationId: organization_id, userId: user_id };
    await endMembership(sql, keep_credentials ? null : kinds, { maker, role: judged, by: context.actor() });
    if (!leaves) context.send(removedMemberQuery(user_id, organization_id));
    return { user_id };
  };

/**
 * Ends a membership that is locked, with the member's invitations and credentials.
 * @param kinds the credentials that end; null keeps all of them
 * @throws DomainError 404, or 409 `last_owner`
 */
export async function endMembership(
  sql: Sql,
  kinds: CredentialKinds | null,
  { maker, role, by }: { readonly maker: CredentialMaker; readonly role: Role; readonly by: Actor },
): Promise<void> {
  await endInvitations(sql, maker, ROLES, by);
  const { organizationId: organization_id, userId: user_id } = maker;
  const removed = await sql.maybe(remove, { organization_id, user_id, role, ...auditChangeValues(by) });
  if (removed === undefined) throw noSuchMember();
  if (kinds !== null) await endCredentials(sql, kinds, { maker, reach: { except: [] }, lost: null, by });
}

function othersKeep(): DomainError {
  return new DomainError(
    "forbidden",
    "Your API tokens and access keys end when you leave; to keep them, ask an owner or an admin to remove you.",
    { code: "role_insufficient" },
  );
}
