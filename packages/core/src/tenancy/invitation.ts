import { createHash, randomBytes } from "node:crypto";
import { InvitationRecord, maySetRole, type Role } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { mailQuery } from "../mail/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { ShownSecret } from "../request/answers/kept-answers.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { alreadyMember, ownersOnly } from "./constraint-errors.ts";
import type { CredentialMaker } from "./member-credentials.ts";

const known = statement(
  "invitation_known",
  `SELECT 1 FROM member m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = $organization_id AND u.email = $email`,
);

/** In a day, by one user. Further invitations are made, and their makers pass the links on. */
const MOST_MAILED = 50;

const readMaker = statement(
  "invitation_maker",
  `SELECT u.name, o.name AS organization_name,
          (SELECT count(*)::int FROM mail m
            WHERE m.sent_for = u.id AND m.created_at > now() - interval '1 day') AS mailed
     FROM "user" u CROSS JOIN organization o WHERE u.id = $person_id AND o.organization_id = $organization_id`,
);

const forgetExpired = statement(
  "invitation_forget",
  `DELETE FROM invitation
    WHERE organization_id = $organization_id AND email = $email AND accepted_at IS NULL AND expires_at <= now()`,
);

const inForce = statement(
  "invitation_in_force",
  "SELECT 1 FROM invitation WHERE invitation_id = $invitation_id AND accepted_at IS NULL AND expires_at > now()",
);

/** Whether the invitation of an answer can still be accepted. */
export async function isInvitationInForce(sql: Sql, { invitation_id }: ShownSecret): Promise<boolean> {
  return (await sql.maybe(inForce, { invitation_id })) !== undefined;
}

/** The audit event has email and role, because the invitation itself is deleted later. */
const INVITED = "changed.email || ' as ' || changed.role";

const insert = statement(
  "invitation_insert",
  `WITH changed AS (
     INSERT INTO invitation (invitation_id, organization_id, email, role, hash, invited_by, expires_at)
     VALUES ($invitation_id, $organization_id, $email, $role, $hash, $invited_by, now() + interval '7 days')
     RETURNING invitation_id, organization_id, email, role, expires_at
   ), audited AS (
     ${auditChange("invitation.create", { resource: "changed.invitation_id", detail: INVITED })}
   )
   SELECT expires_at FROM changed`,
);

const list = statement(
  "invitation_list",
  `SELECT i.invitation_id, i.email, i.role, u.name AS invited_by, i.created_at, i.expires_at
     FROM invitation i JOIN "user" u ON u.id = i.invited_by
    WHERE i.organization_id = $organization_id AND i.accepted_at IS NULL
      AND i.invitation_id < $invitation_id
    ORDER BY i.invitation_id DESC LIMIT $limit`,
);

const revoke = statement(
  "invitation_revoke",
  `WITH changed AS (
     DELETE FROM invitation
      WHERE organization_id = $organization_id AND invitation_id = $invitation_id AND accepted_at IS NULL
     RETURNING invitation_id, organization_id, email, role
   ), audited AS (
     ${auditChange("invitation.revoke", { resource: "changed.invitation_id", detail: INVITED })}
   )
   SELECT 1 FROM changed`,
);

const countOpen = statement(
  "invitation_count_of_member",
  `SELECT count(*)::int AS count FROM invitation
    WHERE organization_id = $organization_id AND invited_by = $invited_by AND accepted_at IS NULL
      AND expires_at > now()`,
);

const findOpen = statement(
  "invitation_find_of_member",
  `SELECT invitation_id FROM invitation
    WHERE organization_id = $organization_id AND invited_by = $invited_by AND accepted_at IS NULL
      AND role = ANY ($roles::text[]) ORDER BY invitation_id FOR UPDATE`,
);

const end = statement(
  "invitation_end_of_member",
  `WITH changed AS (
     DELETE FROM invitation i USING unnest($invitation_ids::text[], $audit_event_ids::text[])
       AS e (invitation_id, event_id)
      WHERE i.invitation_id = e.invitation_id
     RETURNING i.invitation_id, i.organization_id, i.email, i.role, e.event_id
   )
   ${auditChange("invitation.revoke", { event: "changed.event_id", resource: "changed.invitation_id", detail: INVITED })}`,
);

/** The number of a member's invitations that can still be accepted. */
export async function countInvitations(sql: Sql, { organizationId, userId }: CredentialMaker): Promise<number> {
  return (await sql.one(countOpen, { organization_id: organizationId, invited_by: userId })).count;
}

/** Revokes a member's open invitations to these roles. The caller has locked the membership. */
export async function endInvitations(
  sql: Sql,
  { organizationId, userId }: CredentialMaker,
  roles: readonly Role[],
  by: Actor,
): Promise<void> {
  const rows = await sql.query(findOpen, { organization_id: organizationId, invited_by: userId, roles });
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.invitation_id);
  await sql.query(end, { invitation_ids: ids, audit_event_ids: ids.map(() => newId("aud")), ...auditChangeValues(by) });
}

/**
 * The secret is shown only in the answer and in the mail, and only its hash is stored. The invitation ends after 7
 * days, or when its maker loses the role for it.
 */
export const createInvitation: Handler<"invitation.create"> = async (context, { organization_id, email, role }) => {
  const { sql, membership, person } = context;
  if (!maySetRole(membership.role, role)) throw ownersOnly();
  const invitation_id = newId("inv");
  // 32 random bytes cannot be guessed.
  const secret = randomBytes(32).toString("base64url");
  if ((await sql.maybe(known, { organization_id, email })) !== undefined) throw alreadyMember();
  await sql.query(forgetExpired, { organization_id, email });
  const hash = hashInvitationSecret(secret);
  const invitation = { invitation_id, organization_id, email, role, hash, invited_by: person.id };
  const made = await sql.one(insert, { ...invitation, ...auditChangeValues(context.actor()) });
  const maker = await sql.maybe(readMaker, { person_id: person.id, organization_id });
  if (maker !== undefined && maker.mailed < MOST_MAILED) {
    const details = { organization_name: maker.organization_name, invited_by: maker.name, role };
    const letter = { to: email, letter: "invitation", details, secret } as const;
    const mail = { ...letter, sentFor: person.id, worthMinutes: 7 * 24 * 60 };
    context.send(mailQuery(context.configuration, mail));
  }
  return { invitation_id, secret, expires_at: toTimestamp(made.expires_at) };
};

/** The stored hash of a link's secret. A random secret needs no slow hash. */
export function hashInvitationSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

const toInvitation = wireForm(InvitationRecord);

/** The invitations that are not accepted yet, newest first, including expired ones. */
export const listInvitations: Handler<"invitation.list"> = async ({ sql, workspace }, { limit, cursor }) => {
  const rows = await sql.query(list, {
    organization_id: workspace.organizationId,
    invitation_id: olderThan(cursor, "inv"),
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.invitation_id, toInvitation);
};

/** Revokes an invitation. Its link stops working. */
export const revokeInvitation: Handler<"invitation.revoke"> = async (context, { organization_id, invitation_id }) => {
  const by = auditChangeValues(context.actor());
  const revoked = await context.sql.maybe(revoke, { organization_id, invitation_id, ...by });
  if (revoked === undefined) throw noSuchInvitation();
  return { invitation_id };
};

export function noSuchInvitation(): DomainError {
  return new DomainError("not_found", "There is no such invitation; check the link, or ask for a new one.");
}
