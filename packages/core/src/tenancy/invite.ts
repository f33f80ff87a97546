import { type InvitationRecord, maySetRole, NewInvitation, type Page, type Role } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { violatedConstraint } from "../request/database-error.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { type Actor, auditTenancy, auditTenancyValues } from "./audit-tenancy.ts";
import { ownersOnly } from "./authorize-role.ts";
import { hashInvitationSecret, newInvitationSecret } from "./invitation-secret.ts";
import { noSuchInvitation, OPEN_INVITATION } from "./tenancy-refusals.ts";

const known = statement(
  "invitation_known",
  `SELECT 1 FROM member m JOIN "user" u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2`,
);

const forgetExpired = statement(
  "invitation_forget",
  "DELETE FROM invitation WHERE organization_id = $1 AND email = $2 AND accepted_at IS NULL AND expires_at <= now()",
);

/** Whom, as what: it can be told when the invitation itself is gone. */
const INVITED = "changed.email || ' as ' || changed.role";

const insert = statement(
  "invitation_insert",
  `WITH changed AS (
     INSERT INTO invitation (invitation_id, organization_id, email, role, hash, invited_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + interval '7 days') RETURNING invitation_id, organization_id, email, role, expires_at
   ), audited AS (
     ${auditTenancy("invitation.create", { resource: "changed.invitation_id", detail: INVITED, first: 7 })}
   )
   SELECT expires_at FROM changed`,
);

const list = statement(
  "invitation_list",
  `SELECT i.invitation_id, i.email, i.role, u.name AS invited_by, i.created_at, i.expires_at
     FROM invitation i JOIN "user" u ON u.id = i.invited_by
    WHERE i.organization_id = $1 AND i.accepted_at IS NULL AND ($2::text IS NULL OR i.invitation_id < $2)
    ORDER BY i.invitation_id DESC LIMIT $3`,
);

const revoke = statement(
  "invitation_revoke",
  `WITH changed AS (
     DELETE FROM invitation WHERE organization_id = $1 AND invitation_id = $2 AND accepted_at IS NULL RETURNING invitation_id, organization_id, email, role
   ), audited AS (
     ${auditTenancy("invitation.revoke", { resource: "changed.invitation_id", detail: INVITED, first: 3 })}
   )
   SELECT 1 FROM changed`,
);

/**
 * Asks somebody to join. The secret is returned this once; only its hash is kept. The invitation ends after 7 days, or
 * with its maker's right to make it.
 * @throws DomainError 400, 403 where only owners decide, 409 `already_member` or `already_invited`
 */
export async function createInvitation(
  database: Pick<Database, "transaction">,
  input: NewInvitation,
  by: Actor & { readonly userId: string; readonly role: Role },
): Promise<{ invitationId: string; secret: string; expiresAt: Date }> {
  const { organization_id, email, role } = parseBy(NewInvitation, input);
  if (!maySetRole(by.role, role)) throw ownersOnly();
  const invitationId = newId("inv");
  const secret = newInvitationSecret();
  try {
    return await database.transaction(async ({ sql }) => {
      if ((await sql.query(known, [organization_id, email])).length > 0) throw alreadyMember();
      await sql.query(forgetExpired, [organization_id, email]);
      const values = [
        invitationId,
        organization_id,
        email,
        role,
        hashInvitationSecret(secret),
        by.userId,
        ...auditTenancyValues(by),
      ] as const;
      const [made] = await sql.query(insert, values);
      if (made === undefined) throw new Error("the database made no invitation");
      return { invitationId, secret, expiresAt: made.expires_at };
    });
  } catch (error) {
    if (violatedConstraint(error) === OPEN_INVITATION) {
      throw conflict("already_invited", "This address has an invitation already; revoke that one to make another.");
    }
    throw error;
  }
}

/** The invitations that nobody has accepted yet, newest first; those that have expired are among them. */
export async function listInvitations(
  { sql }: { readonly sql: Sql },
  request: { readonly organizationId: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<InvitationRecord>> {
  const rows = await sql.query(list, [
    request.organizationId,
    decodeCursor(request.cursor, "inv") ?? null,
    request.limit + 1,
  ]);
  return toPage(
    rows,
    request.limit,
    (row) => row.invitation_id,
    (row) => ({ ...row, created_at: toTimestamp(row.created_at), expires_at: toTimestamp(row.expires_at) }),
  );
}

/** Makes the link worthless. @throws DomainError 404 */
export async function revokeInvitation(
  { sql }: { readonly sql: Sql },
  {
    organizationId,
    invitationId,
    by,
  }: { readonly organizationId: string; readonly invitationId: string; readonly by: Actor },
): Promise<void> {
  const revoked = await sql.query(revoke, [organizationId, invitationId, ...auditTenancyValues(by)]);
  if (revoked.length === 0) throw noSuchInvitation();
}

export function alreadyMember() {
  return conflict(
    "already_member",
    "This person is a member of the organization already; change their role in the list of members.",
  );
}
