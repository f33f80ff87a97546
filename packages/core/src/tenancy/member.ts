import { maySetRole, type Role } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { removedMemberQuery } from "../mail/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";

const list = statement(
  "member_list",
  `SELECT m.user_id, u.name, u.email, m.role, u.two_factor_enabled AS second_factor, m.created_at AS joined_at,
          (SELECT max(s.updated_at) FROM session s WHERE s.user_id = m.user_id AND s.expires_at > now()) AS last_seen_at,
          to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || m.user_id AS position
     FROM member m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = $1 AND ($2::timestamptz IS NULL OR (m.created_at, m.user_id) > ($2, $3))
    ORDER BY m.created_at, m.user_id LIMIT $4`,
  // to_char returns text for any finite timestamp.
  { present: ["position"] },
);

const find = statement("member_find", "SELECT role FROM member WHERE organization_id = $1 AND user_id = $2");

// Only updates the role that was checked. If it has changed meanwhile, nothing is updated.
const setRole = statement(
  "member_set_role",
  `WITH changed AS (
     UPDATE member SET role = $3 WHERE organization_id = $1 AND user_id = $2 AND role = $4 RETURNING organization_id, user_id, role
   ), withdrawn AS (
     DELETE FROM invitation i USING changed
      WHERE i.organization_id = changed.organization_id AND i.invited_by = changed.user_id AND i.accepted_at IS NULL
        AND NOT ($3 = 'owner' OR ($3 = 'admin' AND i.role <> 'owner'))
   ), audited AS (
     ${auditChange("member.setRole", { resource: "changed.user_id", detail: "$4 || ' → ' || changed.role", first: 5 })}
   )
   SELECT 1 FROM changed`,
);

const remove = statement(
  "member_remove",
  `WITH changed AS (
     DELETE FROM member WHERE organization_id = $1 AND user_id = $2 AND role = $3 RETURNING organization_id, user_id
   ), audited AS (
     ${auditChange("member.remove", { resource: "changed.user_id", first: 4 })}
   )
   SELECT 1 FROM changed`,
);

/** Ordered by the time of joining. */
export const listMembers: Handler<"member.list"> = async ({ sql }, { organization_id, limit, cursor }) => {
  const [joinedAt = null, userId = null] = positionOf(cursor);
  const rows = await sql.query(list, [organization_id, joinedAt, userId, limit + 1]);
  return toPage(
    rows,
    limit,
    (row) => row.position,
    ({ position, ...row }) => ({
      ...row,
      joined_at: toTimestamp(row.joined_at),
      last_seen_at: toTimestamp(row.last_seen_at),
    }),
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
 * Changes a member's role, from their next request on. Withdraws their invitations that the new role could not make.
 */
export const setMemberRole: Handler<"member.setRole"> = async (context, { organization_id, user_id, role }) => {
  const { sql, membership } = context;
  const judged = await judgedRole(sql, organization_id, user_id, membership.role);
  if (!maySetRole(membership.role, role)) throw ownersOnly();
  const by = auditChangeValues(context.actor());
  const changed = await sql.query(setRole, [organization_id, user_id, role, judged, ...by]);
  if (changed.length === 0) throw noSuchMember();
  return { user_id };
};

/** Ends a membership, from the next request on. Every member may leave. */
export const removeMember: Handler<"member.remove"> = async (context, { organization_id, user_id }) => {
  const { sql, membership, person } = context;
  const judgedAs = user_id === person.id ? "owner" : membership.role;
  const judged = await judgedRole(sql, organization_id, user_id, judgedAs);
  const removed = await sql.query(remove, [organization_id, user_id, judged, ...auditChangeValues(context.actor())]);
  if (removed.length === 0) throw noSuchMember();
  if (user_id !== person.id) context.send(removedMemberQuery(user_id, organization_id));
  return { user_id };
};

/**
 * The role of a member.
 * @param by the role of the caller
 * @throws DomainError 403 when only owners may decide, 404
 */
async function judgedRole(sql: Sql, organizationId: string, userId: string, by: Role): Promise<Role> {
  const [member] = await sql.query(find, [organizationId, userId]);
  if (member === undefined) throw noSuchMember();
  if (!maySetRole(by, member.role)) throw ownersOnly();
  return member.role;
}

export function ownersOnly(): DomainError {
  return new DomainError("forbidden", "Only owners may decide who is an owner; ask one of them.", {
    code: "role_insufficient",
  });
}

function noSuchMember(): DomainError {
  return new DomainError("not_found", "There is no such member, or their membership has ended; reload the page.");
}
