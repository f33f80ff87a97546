import { InvitationAcceptance, type InvitationOffer, NewMember, type Role } from "@fulmar/contract";
import { type Database, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { violatedConstraint } from "../request/database-error.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { type Actor, auditTenancy, auditTenancyValues } from "./audit-tenancy.ts";
import { hashInvitationSecret } from "./invitation-secret.ts";
import { alreadyMember } from "./invite.ts";
import { ADDRESS, ALREADY_MEMBER, noSuchInvitation } from "./tenancy-refusals.ts";

interface Offer {
  organization_id: string;
  organization_name: string;
  email: string;
  role: Role;
  invited_by: string;
  expires_at: Date;
  accepted: boolean;
  expired: boolean;
  user_id: string | null;
}

/** Its maker must still be allowed to make it: who has lost that right lets nobody in. */
const IN_FORCE = "(m.role = 'owner' OR (m.role = 'admin' AND i.role <> 'owner'))";

const read = statement(
  "invitation_read",
  `SELECT i.organization_id, o.name AS organization_name, i.email, i.role, u.name AS invited_by, i.expires_at,
          i.accepted_at IS NOT NULL AS accepted, i.expires_at <= now() AS expired, (SELECT known.id FROM "user" known WHERE known.email = i.email) AS user_id
     FROM invitation i
     JOIN organization o ON o.organization_id = i.organization_id
     JOIN member m ON m.organization_id = i.organization_id AND m.user_id = i.invited_by
     JOIN "user" u ON u.id = i.invited_by
    WHERE i.hash = $1 AND ${IN_FORCE}`,
);

// One row, one claim: of two that use the link at once, the other finds it accepted.
const claim = statement(
  "invitation_claim",
  `UPDATE invitation i SET accepted_at = now() FROM member m
    WHERE i.hash = $1 AND i.accepted_at IS NULL AND i.expires_at > now() AND m.organization_id = i.organization_id AND m.user_id = i.invited_by AND ${IN_FORCE}
   RETURNING i.invitation_id`,
);

const join = statement(
  "invitation_join",
  `WITH changed AS (
     INSERT INTO member (organization_id, user_id, role) VALUES ($1, $2, $3) RETURNING organization_id, role
   )
   ${auditTenancy("invitation.accept", { resource: "$4", detail: "'as ' || changed.role", first: 5 })}`,
);

/** What the link offers, to whoever holds it. @throws DomainError 404, 409 `invitation_used` or `invitation_expired` */
export async function readInvitation(database: { readonly sql: Sql }, secret: string): Promise<InvitationOffer> {
  const { organization_name, email, role, invited_by, expires_at, user_id } = await offerOf(database.sql, secret);
  return {
    organization_name,
    email,
    role,
    invited_by,
    expires_at: expires_at.toISOString(),
    has_account: user_id !== null,
  };
}

/**
 * The signed-in person joins. The invitation must be theirs, by its address.
 * @throws DomainError 400; 403 `other_address`; 404; 409 `invitation_used`, `invitation_expired` or `already_member`
 */
export async function acceptInvitation(
  database: Database,
  input: unknown,
  by: Actor & { readonly userId: string },
): Promise<{ organizationId: string }> {
  const { token } = parseBy(InvitationAcceptance, input);
  return database.transaction(async (transaction) => {
    const offer = await offerOf(transaction.sql, token);
    if (offer.user_id !== by.userId) throw otherAddress(offer.email);
    await joinBy(transaction, token, offer, by);
    return { organizationId: offer.organization_id };
  });
}

/**
 * Somebody without an account makes one, with the invitation's address, and joins; or nothing at all.
 * @param createUser makes the account in the transaction
 * @throws DomainError 400; 404; 409 `invitation_used`, `invitation_expired`, or `account_exists`
 */
export async function acceptAsNewMember(
  database: Database,
  input: unknown,
  origin: Omit<Actor, "userId">,
  createUser: (transaction: Transaction, person: { email: string; name: string; password: string }) => Promise<string>,
): Promise<{ email: string; password: string }> {
  const { token, name, password } = parseBy(NewMember, input);
  try {
    const email = await database.transaction(async (transaction) => {
      const offer = await offerOf(transaction.sql, token);
      if (offer.user_id !== null) throw accountExists();
      await joinBy(transaction, token, offer, {
        ...origin,
        userId: () => createUser(transaction, { email: offer.email, name, password }),
      });
      return offer.email;
    });
    return { email, password };
  } catch (error) {
    if (violatedConstraint(error) === ADDRESS) throw accountExists();
    throw error;
  }
}

async function offerOf(sql: Sql, secret: string): Promise<Offer> {
  const [offer] = await sql.query(read, [hashInvitationSecret(secret)]);
  if (offer === undefined) throw noSuchInvitation();
  if (offer.accepted) throw used();
  if (offer.expired) throw conflict("invitation_expired", "This invitation has expired; ask for a new one.");
  return offer;
}

/** The claim comes first: whoever makes an account has the invitation to themselves. */
async function joinBy(
  { sql }: Pick<Transaction, "sql">,
  secret: string,
  offer: Offer,
  by: Omit<Actor, "userId"> & { readonly userId: string | (() => Promise<string>) },
): Promise<void> {
  const [claimed] = await sql.query(claim, [hashInvitationSecret(secret)]);
  if (claimed === undefined) throw used();
  const userId = typeof by.userId === "string" ? by.userId : await by.userId();
  try {
    await sql.query(join, [
      offer.organization_id,
      userId,
      offer.role,
      claimed.invitation_id,
      ...auditTenancyValues({ ...by, userId }),
    ]);
  } catch (error) {
    if (violatedConstraint(error) === ALREADY_MEMBER) throw alreadyMember();
    throw error;
  }
}

function used() {
  return conflict("invitation_used", "This invitation has been used; sign in, or ask for a new one.");
}

function otherAddress(email: string) {
  return new DomainError("forbidden", `This invitation is for ${email}; sign in with that address to accept it.`, {
    code: "other_address",
  });
}

function accountExists() {
  return conflict("account_exists", "There is an account with this address already; sign in to accept the invitation.");
}
