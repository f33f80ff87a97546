import { type Sql, statement } from "@fulmar/prisma";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { noticeQuery } from "../mail/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { ChangeGuard } from "../request/change/person-work.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField, signedOut } from "../request/domain-error.ts";
import type { AccountContext } from "../request/person-context.ts";
import { makeAttempt } from "./attempts.ts";
import { type AccountAction, auditAccount } from "./audit-account.ts";
import { refuseWeakPassword } from "./password-strength.ts";

const readUser = statement("account_read", `SELECT two_factor_enabled FROM "user" WHERE id = $user_id`);

const readEmail = statement("account_email", `SELECT email FROM "user" WHERE id = $user_id`);

const readPasskeys = statement(
  "account_passkeys",
  "SELECT id, name, backed_up, created_at FROM passkey WHERE user_id = $user_id ORDER BY created_at, id",
);

const readSessions = statement(
  "account_sessions",
  `SELECT id, user_agent, ip_address, created_at, updated_at, least(expires_at, ends_at) AS expires_at FROM session
    WHERE user_id = $user_id AND least(expires_at, ends_at) > now() ORDER BY updated_at DESC, id LIMIT 100`,
);

const rename = statement("account_rename", `UPDATE "user" SET name = $name, updated_at = now() WHERE id = $user_id`);

const readPassword = statement(
  "account_password",
  "SELECT password FROM account WHERE user_id = $user_id AND provider_id = 'credential'",
);

const setPassword = statement(
  "account_set_password",
  "UPDATE account SET password = $password, updated_at = now() WHERE user_id = $user_id AND provider_id = 'credential'",
);

const endSession = statement(
  "account_end_session",
  "DELETE FROM session WHERE user_id = $user_id AND id = $session_id RETURNING 1",
);

const endOtherSessions = statement(
  "account_end_other_sessions",
  "DELETE FROM session WHERE user_id = $user_id AND id <> $session_id RETURNING 1",
);

const renameOnePasskey = statement(
  "account_rename_passkey",
  "UPDATE passkey SET name = $name WHERE user_id = $user_id AND id = $passkey_id RETURNING 1",
);

const removeOnePasskey = statement(
  "account_remove_passkey",
  "DELETE FROM passkey WHERE user_id = $user_id AND id = $passkey_id RETURNING 1",
);

/** Sessions are ordered by their last use, the latest first. */
export const readAccountSecurity: Handler<"account.security"> = async (context) => {
  const { userId, sessionId } = holderOf(context);
  const [user, passkeys, sessions] = await Promise.all([
    context.sql.maybe(readUser, { user_id: userId }),
    context.sql.query(readPasskeys, { user_id: userId }),
    context.sql.query(readSessions, { user_id: userId }),
  ]);
  if (user === undefined) throw signedOut();
  return {
    second_factor: user.two_factor_enabled,
    passkeys: passkeys.map(({ id, name, created_at, ...passkey }) => ({
      ...passkey,
      passkey_id: id,
      name: name ?? "Passkey",
      created_at: toTimestamp(created_at),
    })),
    sessions: sessions.map(({ id, user_agent, ip_address, created_at, updated_at, expires_at }) => ({
      session_id: id,
      current: id === sessionId,
      user_agent: user_agent || null,
      ip_address: ip_address || null,
      created_at: toTimestamp(created_at),
      last_used_at: toTimestamp(updated_at),
      expires_at: toTimestamp(expires_at),
    })),
  };
};

export const renameAccount: Handler<"account.rename"> = async (context, { name }) => {
  const { userId } = holderOf(context);
  await context.sql.query(rename, { user_id: userId, name });
  await audit(context, "account.rename", userId);
  return { name };
};

/**
 * Counts a change of the password as an attempt to guess the old one. It is counted outside of the change's
 * transaction, so that it stays when the change is refused.
 */
export const guardPasswordChange: ChangeGuard = (database, { person }, { requestId, sourceIp, userAgent }, change) =>
  makeAttempt(database, "confirmation", { userId: person.id }, { requestId, sourceIp, userAgent }, change);

/** Changes a user's password and ends all other sessions. */
export const changePassword: Handler<"account.changePassword"> = async (
  context,
  { current_password, new_password },
) => {
  const { userId, sessionId } = holderOf(context);
  await checkPassword(context, userId, current_password, "current_password");
  const user = await context.sql.maybe(readEmail, { user_id: userId });
  await refuseWeakPassword(new_password, user?.email ?? "", "new_password");
  await context.sql.query(setPassword, { user_id: userId, password: await hashPassword(new_password) });
  await context.sql.query(endOtherSessions, { user_id: userId, session_id: sessionId });
  await audit(context, "account.changePassword", userId);
  context.send(noticeQuery(userId, "password_changed", { source_ip: context.sourceIp ?? null }));
  return { changed: true };
};

/** @param field the form field that holds the password @throws DomainError 400 when the password is wrong */
export async function checkPassword(
  { sql }: { readonly sql: Sql },
  userId: string,
  password: string,
  field: string,
): Promise<void> {
  const account = await sql.maybe(readPassword, { user_id: userId });
  if (account?.password == null || !(await verifyPassword({ hash: account.password, password })))
    throw invalidField(field, "is wrong", "wrong_password");
}

/** Ends one of a user's sessions. The session's next request is refused. */
export const revokeSession: Handler<"account.revokeSession"> = async (context, { session_id }) => {
  const { userId } = holderOf(context);
  const ended = await context.sql.maybe(endSession, { user_id: userId, session_id });
  if (ended === undefined) throw new DomainError("not_found", "This session has ended already; reload the page.");
  await audit(context, "account.revokeSession", session_id);
  return { session_id };
};

/** Ends all of a user's sessions except the current one. */
export const revokeOtherSessions: Handler<"account.revokeOtherSessions"> = async (context) => {
  const { userId, sessionId } = holderOf(context);
  const ended = await context.sql.query(endOtherSessions, { user_id: userId, session_id: sessionId });
  await audit(context, "account.revokeOtherSessions", userId);
  return { revoked: ended.length };
};

export const renamePasskey: Handler<"account.renamePasskey"> = async (context, { passkey_id, name }) => {
  const { userId } = holderOf(context);
  const renamed = await context.sql.maybe(renameOnePasskey, { user_id: userId, passkey_id, name });
  if (renamed === undefined) throw noSuchPasskey();
  await audit(context, "account.renamePasskey", passkey_id);
  return { passkey_id };
};

export const removePasskey: Handler<"account.removePasskey"> = async (context, { passkey_id }) => {
  const { userId } = holderOf(context);
  const removed = await context.sql.maybe(removeOnePasskey, { user_id: userId, passkey_id });
  if (removed === undefined) throw noSuchPasskey();
  await audit(context, "account.removePasskey", passkey_id);
  return { passkey_id };
};

/**
 * Account changes require a session, because the current session must be distinguishable from the others. @throws
 * DomainError 401
 */
function holderOf({ person }: AccountContext): { readonly userId: string; readonly sessionId: string } {
  if (person.sessionId === undefined) throw signedOut();
  return { userId: person.id, sessionId: person.sessionId };
}

function audit(context: AccountContext, action: AccountAction, resourceId: string): Promise<void> {
  return auditAccount(context, { action, resourceId, ...context.actor() });
}

function noSuchPasskey(): DomainError {
  return new DomainError("not_found", "There is no such passkey, or it was removed; reload the page.");
}
