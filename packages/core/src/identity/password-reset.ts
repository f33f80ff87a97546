import { createHash, randomBytes } from "node:crypto";
import type { Cell, Configuration } from "@fulmar/config";
import { Email, ForgottenPassword, NewPassword } from "@fulmar/contract";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { CellDirectory } from "../cells/index.ts";
import { mailQuery, sendsMail } from "../mail/index.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { countAttempt, TooManyAttempts } from "../request/door/attempt-limit.ts";
import { parseBy } from "../request/parse-input.ts";
import { auditAccount, type Origin } from "./audit-account.ts";
import { refuseWeakPassword } from "./password-strength.ts";
import { currentSingleSignOn, type SignOnConfiguration } from "./sign-in-provider.ts";
import { requirePasswords } from "./single-sign-on.ts";
import { setPassword } from "./users.ts";

const VALID_MINUTES = 30;
/** In an hour. More mails do not help a user who looks for one. */
const MOST_FOR_ACCOUNT = 5;
/** In an hour, for any accounts. */
const MOST_FROM_ADDRESS = 20;

// Parallel requests wait for each other, so that each is counted. Every request locks the address before the account.
const lockAddress = statement(
  "password_reset_lock_address",
  "SELECT pg_advisory_xact_lock(1718580010, hashtext($source_ip))::text",
);
const lockAccount = statement(
  "password_reset_lock_account",
  "SELECT pg_advisory_xact_lock(1718580011, hashtext($email))::text",
);

const count = statement(
  "password_reset_count",
  `SELECT (SELECT count(*)::int FROM password_reset
            WHERE email = $email AND counted AND created_at > now() - interval '1 hour') AS for_account,
          (SELECT count(*)::int FROM password_reset
            WHERE $source_ip::text IS NOT NULL AND source_ip = $source_ip
              AND created_at > now() - interval '1 hour') AS from_address`,
);

const findAccount = statement(
  "password_reset_account",
  `SELECT u.id, EXISTS (SELECT FROM account a WHERE a.user_id = u.id AND a.provider_id = 'credential') AS has_password
     FROM "user" u WHERE u.email = $email`,
);

// Older requests are deleted in the same statement: no limit counts them, and their links have expired.
const insert = statement(
  "password_reset_insert",
  `WITH old AS (DELETE FROM password_reset WHERE created_at < now() - interval '1 day')
   INSERT INTO password_reset (hash, email, user_id, source_ip, counted, expires_at)
   VALUES ($hash, $email, $user_id, $source_ip, $counted, now() + $valid_minutes::int * interval '1 minute')`,
);

// The update of one row is the claim: a link works once, and then no other link of the account works.
const claim = statement(
  "password_reset_claim",
  `WITH claimed AS (
     UPDATE password_reset SET used_at = now()
      WHERE hash = $hash AND used_at IS NULL AND expires_at > now() AND user_id IS NOT NULL RETURNING user_id
   ), others AS (
     UPDATE password_reset p SET used_at = now() FROM claimed
      WHERE p.user_id = claimed.user_id AND p.used_at IS NULL AND p.hash <> $hash
   )
   UPDATE "user" u SET email_verified = true, updated_at = now() FROM claimed WHERE u.id = claimed.user_id
RETURNING u.id, u.email`,
);

/**
 * Sends a link for a new password to an e-mail address, if it belongs to an account. The answer and its time do not say
 * whether it does.
 * @param input unchecked, as the form sent it
 * @returns the cell to ask instead, if it is another one
 * @throws DomainError 400, 403 `passwords_off`, 409 `mail_off`, 429 after too many requests from one address
 */
export async function requestPasswordReset(
  database: Database,
  configuration: SignOnConfiguration & Pick<Configuration, "mail"> & Partial<Pick<Configuration, "cells">>,
  input: unknown,
  origin: Origin,
): Promise<Cell | undefined> {
  requirePasswords(await currentSingleSignOn(database.sql, configuration));
  const { email } = parseBy(ForgottenPassword, input);
  if (!(await sendsMail(database.sql, configuration)))
    throw conflict("mail_off", "This installation sends no e-mail; ask its operator for a link.");
  const sourceIp = origin.sourceIp ?? null;
  if (configuration.cells !== undefined) {
    const cell = await new CellDirectory(database.sql, configuration.cells).ofAccount(email, origin.sourceIp);
    if (cell !== undefined) return cell;
  }
  await database.transaction(async ({ sql, send }) => {
    await sql.query(lockAddress, { source_ip: sourceIp ?? "" });
    await sql.query(lockAccount, { email });
    const counted = await sql.one(count, { email, source_ip: sourceIp });
    if (counted.from_address >= MOST_FROM_ADDRESS) throw new TooManyAttempts(3600, 0);
    const allowed = counted.for_account < MOST_FOR_ACCOUNT;
    const account = await sql.maybe(findAccount, { email });
    const secret = newSecret();
    const userId = allowed && account?.has_password ? account.id : null;
    await insertReset(sql, { secret, email, userId, sourceIp, counted: allowed });
    if (!allowed || account === undefined) return;
    const details = { has_password: account.has_password };
    send(
      mailQuery(configuration, { to: email, letter: "password_reset", details, secret, worthMinutes: VALID_MINUTES }),
    );
  });
  return undefined;
}

/**
 * Makes a link for a new password that the operator passes on, where no e-mail arrives.
 * @throws DomainError 400, 404 without such an account or if it has no password
 */
export async function issuePasswordReset(
  database: Pick<Database, "transaction">,
  request: { readonly email: string; readonly consoleUrl: string },
): Promise<{ readonly url: string; readonly validMinutes: number }> {
  const { email } = parseBy(z.strictObject({ email: Email }), { email: request.email });
  const secret = newSecret();
  await database.transaction(async ({ sql }) => {
    const account = await sql.maybe(findAccount, { email });
    if (!account?.has_password)
      throw new DomainError("not_found", "There is no account with this address, or it has no password.");
    await insertReset(sql, { secret, email, userId: account.id, sourceIp: null, counted: false });
  });
  return { url: `${request.consoleUrl}/new-password#${secret}`, validMinutes: VALID_MINUTES };
}

/**
 * Sets a new password by the secret of a link, and ends all sessions of the account. Its second factor stays.
 * @param input unchecked, as the form sent it
 * @throws DomainError 400, 403 `passwords_off`, 409 `reset_ended` if the link was used, has expired or never existed, 429
 */
export async function choosePassword(
  database: Database,
  configuration: SignOnConfiguration,
  input: unknown,
  origin: Origin,
): Promise<void> {
  requirePasswords(await currentSingleSignOn(database.sql, configuration));
  const { token, password } = parseBy(NewPassword, input);
  await countAttempt(database.sql, {
    what: "password-link",
    account: undefined,
    sourceIp: origin.sourceIp,
    freeOfSource: 20,
  });
  await database.transaction(async (transaction) => {
    const account = await transaction.sql.maybe(claim, { hash: hashOf(token) });
    if (account === undefined)
      throw conflict("reset_ended", "This link was used already or has expired; ask for a new one.");
    await refuseWeakPassword(password, account.email, "password");
    await setPassword(transaction, account.id, password);
    await auditAccount(transaction, {
      ...origin,
      ...{ action: "account.resetPassword", userId: account.id, resourceId: account.id },
    });
    const details = { source_ip: origin.sourceIp ?? null };
    transaction.send(mailQuery(configuration, { to: account.email, letter: "password_changed", details }));
  });
}

async function insertReset(
  sql: Sql,
  reset: {
    readonly secret: string;
    readonly email: string;
    readonly userId: string | null;
    readonly sourceIp: string | null;
    readonly counted: boolean;
  },
): Promise<void> {
  const { secret, email, userId, sourceIp, counted } = reset;
  await sql.query(insert, {
    hash: hashOf(secret),
    email,
    user_id: userId,
    source_ip: sourceIp,
    counted,
    valid_minutes: VALID_MINUTES,
  });
}

/** 32 random bytes cannot be guessed. */
function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A random secret needs no slow hash. */
function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
