import { randomUUID } from "node:crypto";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { newPlaceQuery } from "../mail/index.ts";
import { newId } from "../request/identifiers.ts";

/** The actions of users on their own accounts. */
export type AccountAction =
  | "account.addPasskey"
  | "account.changePassword"
  | "account.disableSecondFactor"
  | "account.enableSecondFactor"
  | "account.joinOrganization"
  | "account.removePasskey"
  | "account.rename"
  | "account.renamePasskey"
  | "account.renewRecoveryCodes"
  | "account.resetPassword"
  | "account.revokeOtherSessions"
  | "account.revokeSession"
  | "account.signIn";

/** The details of a request that the audit event records. */
export interface Origin {
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

/** The part of an account event that is the same in every trail. */
type AccountEvent = Origin & {
  readonly action: AccountAction;
  readonly userId: string;
  readonly resourceId: string | null;
};

const memberships = statement("account_memberships", "SELECT organization_id FROM member WHERE user_id = $1");

const insert = statement(
  "account_event_insert",
  `INSERT INTO audit_event (audit_event_id, organization_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result)
   SELECT trail.audit_event_id, trail.organization_id, 'user', u.id, u.name, $4, $5, $6, $7, 200
     FROM "user" u CROSS JOIN unnest($1::text[], $2::text[]) AS trail (audit_event_id, organization_id) WHERE u.id = $3`,
);

/**
 * Writes that a user changed their own account. The event appears in the user's own trail and in that of each
 * organization they belong to, because those who run an organization need to know how its members sign in.
 */
export async function auditAccount(database: { readonly sql: Sql }, event: AccountEvent): Promise<void> {
  const members = await database.sql.query(memberships, [event.userId]);
  await write(database, event, [null, ...members.map(({ organization_id }) => organization_id)]);
}

/** Writes that a user signed in. Only the user sees this event. */
export async function auditSignIn(database: Database, userId: string, headers: Headers): Promise<void> {
  const sourceIp = headers.get("x-forwarded-for") ?? undefined;
  if (sourceIp !== undefined) await database.transaction(async ({ send }) => send(newPlaceQuery(userId, sourceIp)));
  await write(database, { action: "account.signIn", userId, resourceId: null, sourceIp }, [null]);
}

/** @param trails the organizations whose trails get the event; null is the user's own trail */
async function write(
  { sql }: { readonly sql: Sql },
  { action, userId, resourceId, requestId, sourceIp }: AccountEvent,
  trails: readonly (string | null)[],
): Promise<void> {
  const ids = trails.map(() => newId("aud"));
  const values = [action, resourceId, requestId ?? `req_${randomUUID()}`, sourceIp ?? null] as const;
  await sql.query(insert, [ids, trails, userId, ...values]);
}
