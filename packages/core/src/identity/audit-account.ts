import { randomUUID } from "node:crypto";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";

/** What people do with their own accounts. */
export type AccountAction =
  | "account.addPasskey"
  | "account.changePassword"
  | "account.disableSecondFactor"
  | "account.enableSecondFactor"
  | "account.removePasskey"
  | "account.rename"
  | "account.renamePasskey"
  | "account.renewRecoveryCodes"
  | "account.revokeOtherSessions"
  | "account.revokeSession"
  | "account.signIn";

/** What of an account's own request its audit event tells. */
export interface Origin {
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

/** What of an account's event is written wherever it stands. */
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
 * Writes that a person changed something of their own account. Whoever answers for an organization wants to know how
 * its members sign in: the event stands in the trail of each, and in the person's own.
 */
export async function auditAccount(database: { readonly sql: Sql }, event: AccountEvent): Promise<void> {
  const members = await database.sql.query(memberships, [event.userId]);
  await write(database, event, [null, ...members.map(({ organization_id }) => organization_id)]);
}

/** Writes that a person came in: that is for themselves to look through. */
export async function auditSignIn(database: { readonly sql: Sql }, userId: string, headers: Headers): Promise<void> {
  const sourceIp = headers.get("x-forwarded-for") ?? undefined;
  await write(database, { action: "account.signIn", userId, resourceId: null, sourceIp }, [null]);
}

/** @param trails the organizations in whose trails the event stands; null is the person's own */
async function write(
  { sql }: { readonly sql: Sql },
  { action, userId, resourceId, requestId, sourceIp }: AccountEvent,
  trails: readonly (string | null)[],
): Promise<void> {
  const ids = trails.map(() => newId("aud"));
  const told = [action, resourceId, requestId ?? `req_${randomUUID()}`, sourceIp ?? null] as const;
  await sql.query(insert, [ids, trails, userId, ...told]);
}
