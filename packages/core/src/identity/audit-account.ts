import { type Database, type Sql, statement } from "@fulmar/prisma";
import { newPlaceQuery } from "../mail/index.ts";
import { auditEvent, auditValues, byUser } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";

/** The actions of users on their own accounts. */
export type AccountAction =
  | "account.addPasskey"
  | "account.attemptsLimited"
  | "account.changePassword"
  | "account.closeAnnouncement"
  | "account.confirmFailed"
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
  | "account.signIn"
  | "account.signInFailed";

/** The details of a request that the audit event records. */
export interface Origin {
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

/** Who sends a request before it is known whose account it is. */
export interface Visitor extends Origin {
  readonly userAgent?: string | undefined;
}

/** The visitor of a request. The header with the address is set by the console's own process (docs/adr/0025). */
export function visitorOf(headers: Headers): Visitor {
  return {
    sourceIp: headers.get("x-forwarded-for") ?? undefined,
    userAgent: headers.get("user-agent") ?? undefined,
  };
}

/** The part of an account event that is the same in every trail. */
type AccountEvent = Visitor & {
  readonly action: AccountAction;
  readonly userId: string;
  readonly resourceId: string | null;
};

const memberships = statement("account_memberships", "SELECT organization_id FROM member WHERE user_id = $user_id");

const insert = statement(
  "account_event_insert",
  auditEvent({
    rows: `"user" u
    CROSS JOIN unnest($audit_event_ids::text[], $organization_ids::text[]) AS trail (audit_event_id, organization_id)
    WHERE u.id = $user_id`,
    audit_event_id: "trail.audit_event_id",
    organization_id: "trail.organization_id",
    actor: byUser("u"),
    action: "$action",
    resource_id: "$resource_id",
    source_ip: "$source_ip",
    user_agent: "$user_agent",
  }),
);

/**
 * Writes that a user changed their own account. The event appears in the user's own trail and in that of each
 * organization they belong to, because those who run an organization need to know how its members sign in.
 */
export async function auditAccount(database: { readonly sql: Sql }, event: AccountEvent): Promise<void> {
  const members = await database.sql.query(memberships, { user_id: event.userId });
  await write(database, event, [null, ...members.map(({ organization_id }) => organization_id)]);
}

/** Writes what concerns nobody but the user to their own trail. */
export function auditOwnAccount(database: { readonly sql: Sql }, event: AccountEvent): Promise<void> {
  return write(database, event, [null]);
}

/** Writes that a user signed in. Only the user sees this event. */
export async function auditSignIn(database: Database, userId: string, headers: Headers): Promise<void> {
  const visitor = visitorOf(headers);
  const { sourceIp } = visitor;
  if (sourceIp !== undefined) await database.transaction(async ({ send }) => send(newPlaceQuery(userId, sourceIp)));
  await write(database, { action: "account.signIn", userId, resourceId: null, ...visitor }, [null]);
}

/** The kinds of failure. `confirmation`: the password or code that a signed-in user confirms a change with. */
const FAILURES = {
  password: { action: "account.signInFailed", status: 401, detail: "wrong password" },
  code: { action: "account.signInFailed", status: 400, detail: "wrong code" },
  recovery_code: { action: "account.signInFailed", status: 400, detail: "wrong recovery code" },
  passkey: { action: "account.signInFailed", status: 401, detail: "unknown passkey" },
  confirmation: { action: "account.confirmFailed", status: 400, detail: "wrong password" },
  confirmation_code: { action: "account.confirmFailed", status: 400, detail: "wrong code" },
  limited: { action: "account.attemptsLimited", status: 429, detail: "refused without a check" },
} as const satisfies Record<string, { action: AccountAction; status: number; detail: string }>;
export type FailureKind = keyof typeof FAILURES;

// The kind `limited` is counted where it is refused, by the function attempt_counted.
const insertFailure = statement(
  "account_failure_insert",
  `WITH counted AS (
     INSERT INTO sign_in_failure AS f (kind, failures) SELECT $kind, 1 WHERE $kind <> 'limited'
         ON CONFLICT (kind) DO UPDATE SET failures = f.failures + 1
   )
   ${auditEvent({
     rows: '"user" u WHERE u.id = $user_id OR u.email = $email',
     actor: byUser("u"),
     action: "$action",
     resource_id: "u.id",
     source_ip: "$source_ip",
     user_agent: "$user_agent",
     result: "$result",
     detail: "$detail",
   })}`,
);

/**
 * Counts a failed attempt and writes it to the trail of the account, if there is one. Only the user sees the event. A
 * flood leaves few events: after the first ten in an hour only the 20th, 50th, 100th, 200th and so on.
 * @param account one that does not exist takes as long and leaves no event
 * @param times how often it happened in this hour
 */
export async function auditFailure(
  sql: Sql,
  {
    kind,
    account,
    visitor,
    times,
  }: {
    readonly kind: FailureKind;
    readonly account: { readonly email: string } | { readonly userId: string } | undefined;
    readonly visitor: Visitor;
    readonly times: number;
  },
): Promise<void> {
  const due = times <= 10 || /^[125]0+$/.test(String(times));
  if (!due && kind === "limited") return;
  const { action, status, detail } = FAILURES[kind];
  const nobody = { userId: "", email: "" };
  const { userId: user_id, email } = { ...nobody, ...(due && account) };
  const counted = times > 10 ? `${detail}; ${times} times in an hour` : detail;
  await sql.query(insertFailure, {
    ...{ kind, action, user_id, email, result: status, detail: counted },
    ...visitorValues(visitor),
  });
}

const readCounts = statement(
  "sign_in_failure_counts",
  "SELECT kind, failures::float8 AS failures FROM sign_in_failure",
);

/** The number of failed sign-ins since the installation began, by kind. */
export function readSignInFailures({ sql }: { readonly sql: Sql }): Promise<{ kind: string; failures: number }[]> {
  return sql.query(readCounts);
}

/** @param trails the organizations whose trails get the event; null is the user's own trail */
async function write(
  { sql }: { readonly sql: Sql },
  { action, userId, resourceId, ...visitor }: AccountEvent,
  trails: readonly (string | null)[],
): Promise<void> {
  await sql.query(insert, {
    audit_event_ids: trails.map(() => newId("aud")),
    organization_ids: trails,
    ...{ user_id: userId, action, resource_id: resourceId },
    ...visitorValues(visitor),
  });
}

/** The columns of an event that say where a request came from. */
function visitorValues({ userAgent, ...origin }: Visitor) {
  return {
    ...auditValues(origin),
    // A browser's name is far shorter. A header may have kilobytes.
    user_agent: userAgent?.slice(0, 300) ?? null,
  };
}
