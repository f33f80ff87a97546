import { type InvitationOffer, NewMember } from "@fulmar/contract";
import { type Database, type RowOf, type Sql, statement, type Transaction, violatedConstraint } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { ADDRESS } from "./constraint-errors.ts";
import { hashInvitationSecret, noSuchInvitation } from "./invitation.ts";

/** The inviter must still have a role that may make the invitation. */
const IN_FORCE = "(m.role = 'owner' OR (m.role = 'admin' AND i.role <> 'owner'))";

const read = statement(
  "invitation_read",
  `SELECT i.organization_id, o.name AS organization_name, i.email, i.role, u.name AS invited_by, i.expires_at,
          i.accepted_at IS NOT NULL AS accepted, i.expires_at <= now() AS expired,
          (SELECT known.id FROM "user" known WHERE known.email = i.email) AS user_id
     FROM invitation i
     JOIN organization o ON o.organization_id = i.organization_id
     JOIN member m ON m.organization_id = i.organization_id AND m.user_id = i.invited_by
     JOIN "user" u ON u.id = i.invited_by
    WHERE i.hash = $hash AND ${IN_FORCE}`,
);

// The update of one row is the claim. Of two concurrent users of the link, the second finds it accepted.
const claim = statement(
  "invitation_claim",
  `UPDATE invitation i SET accepted_at = now() FROM member m
    WHERE i.hash = $hash AND i.accepted_at IS NULL AND i.expires_at > now() AND m.organization_id = i.organization_id
      AND m.user_id = i.invited_by AND ${IN_FORCE}
   RETURNING i.invitation_id`,
);

const join = statement(
  "invitation_join",
  `WITH changed AS (
     INSERT INTO member (organization_id, user_id, role) VALUES ($organization_id, $user_id, $role)
     RETURNING organization_id, role
   )
   ${auditChange("invitation.accept", { resource: "$invitation_id", detail: "'as ' || changed.role" })}`,
);

/**
 * The offer of an invitation link to its holder.
 * @throws DomainError 404, 409 `invitation_used` or `invitation_expired`
 */
export async function readInvitation(database: { readonly sql: Sql }, secret: string): Promise<InvitationOffer> {
  const { organization_name, email, role, invited_by, expires_at, user_id } = await offerOf(database.sql, secret);
  const offer = { organization_name, email, role, invited_by, expires_at: toTimestamp(expires_at) };
  return { ...offer, has_account: user_id !== null };
}

/** The invitation must be for the email address of the signed-in user. */
export const acceptInvitation: Handler<"invitation.accept"> = async (context, { token }) => {
  const offer = await offerOf(context.sql, token);
  if (offer.user_id !== context.person.id) throw otherAddress(offer.email);
  await joinBy(context, token, offer, context.actor());
  return { organization_id: offer.organization_id };
};

/**
 * Creates an account with the invitation's email address and a membership, or nothing.
 * @param createUser creates the account in the transaction
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

async function offerOf(sql: Sql, secret: string): Promise<RowOf<typeof read>> {
  const offer = await sql.maybe(read, { hash: hashInvitationSecret(secret) });
  if (offer === undefined) throw noSuchInvitation();
  if (offer.accepted) throw used();
  if (offer.expired) throw conflict("invitation_expired", "This invitation has expired; ask for a new one.");
  return offer;
}

/** Claims the invitation before the account is created, so that one request at a time does so. */
async function joinBy(
  { sql }: Pick<Transaction, "sql">,
  secret: string,
  offer: RowOf<typeof read>,
  by: Omit<Actor, "userId"> & { readonly userId: string | (() => Promise<string>) },
): Promise<void> {
  const claimed = await sql.maybe(claim, { hash: hashInvitationSecret(secret) });
  if (claimed === undefined) throw used();
  const userId = typeof by.userId === "string" ? by.userId : await by.userId();
  const { organization_id, role } = offer;
  await sql.query(join, {
    ...{ organization_id, user_id: userId, role, invitation_id: claimed.invitation_id },
    ...auditChangeValues({ ...by, userId }),
  });
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
