import { type MemberRole, maySetRole, type Role } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { violatedConstraint } from "../request/database-error.ts";
import { type Actor, auditTenancy, auditTenancyValues } from "./audit-tenancy.ts";
import { ownersOnly } from "./authorize-role.ts";
import { LAST_OWNER, lastOwner, noSuchMember } from "./tenancy-refusals.ts";

interface Place {
  readonly organizationId: string;
  readonly userId: string;
}
/** Who does it, and as what. */
type ActorWithRole = Actor & { readonly userId: string; readonly role: Role };

const find = statement("member_find", "SELECT role FROM member WHERE organization_id = $1 AND user_id = $2");

// Only the role that was judged is changed: should it have become another meanwhile, nothing is.
const setRole = statement(
  "member_set_role",
  `WITH changed AS (
     UPDATE member SET role = $3 WHERE organization_id = $1 AND user_id = $2 AND role = $4 RETURNING organization_id, user_id, role
   ), withdrawn AS (
     DELETE FROM invitation i USING changed
      WHERE i.organization_id = changed.organization_id AND i.invited_by = changed.user_id AND i.accepted_at IS NULL
        AND NOT ($3 = 'owner' OR ($3 = 'admin' AND i.role <> 'owner'))
   ), audited AS (
     ${auditTenancy("member.setRole", { resource: "changed.user_id", detail: "$4 || ' → ' || changed.role", first: 5 })}
   )
   SELECT 1 FROM changed`,
);

const remove = statement(
  "member_remove",
  `WITH changed AS (
     DELETE FROM member WHERE organization_id = $1 AND user_id = $2 AND role = $3 RETURNING organization_id, user_id
   ), audited AS (
     ${auditTenancy("member.remove", { resource: "changed.user_id", first: 4 })}
   )
   SELECT 1 FROM changed`,
);

/**
 * Gives a member another role, in force on their very next request. Invitations of theirs that the new role could not
 * make are withdrawn.
 * @throws DomainError 403 where only owners decide, 404, 409 `last_owner`
 */
export async function setMemberRole(
  database: { readonly sql: Sql },
  { organization_id, user_id, role }: MemberRole,
  by: ActorWithRole,
): Promise<void> {
  const place = { organizationId: organization_id, userId: user_id };
  await changing(database, place, by.role, (judged) => {
    if (!maySetRole(by.role, role)) throw ownersOnly();
    return database.sql.query(setRole, [organization_id, user_id, role, judged, ...auditTenancyValues(by)]);
  });
}

/**
 * Ends a membership, at the very next request. Everybody may leave by themselves.
 * @throws DomainError 403 where only owners decide, 404, 409 `last_owner`
 */
export async function removeMember(database: { readonly sql: Sql }, place: Place, by: ActorWithRole): Promise<void> {
  const judgedAs = place.userId === by.userId ? "owner" : by.role;
  await changing(database, place, judgedAs, (judged) =>
    database.sql.query(remove, [place.organizationId, place.userId, judged, ...auditTenancyValues(by)]),
  );
}

async function changing(
  { sql }: { readonly sql: Sql },
  place: Place,
  role: Role,
  change: (judged: Role) => Promise<readonly unknown[]>,
): Promise<void> {
  const [member] = await sql.query(find, [place.organizationId, place.userId]);
  if (member === undefined) throw noSuchMember();
  if (!maySetRole(role, member.role)) throw ownersOnly();
  try {
    if ((await change(member.role)).length === 0) throw noSuchMember();
  } catch (error) {
    if (violatedConstraint(error) === LAST_OWNER) throw lastOwner();
    throw error;
  }
}
