import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { countAttempt } from "../request/door/attempt-limit.ts";

const VALID_HOURS = 24;

const replace = statement(
  "setup_token_replace",
  `INSERT INTO setup_token (hash, expires_at) VALUES ($hash, now() + $valid_hours::int * interval '1 hour')
       ON CONFLICT ("only") DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`,
);

const read = statement("setup_token_read", "SELECT hash FROM setup_token WHERE expires_at > now()");

const remove = statement("setup_token_remove", "DELETE FROM setup_token");

/**
 * Makes the token by which the first user takes an installation in production. An earlier token ends.
 */
export async function makeSetupToken({
  sql,
}: Pick<Database, "sql">): Promise<{ readonly token: string; readonly validHours: number }> {
  const token = randomBytes(24).toString("base64url");
  await sql.query(replace, { hash: hashOf(token), valid_hours: VALID_HOURS });
  return { token, validHours: VALID_HOURS };
}

/** @throws DomainError 429 after too many attempts from one source */
export async function countSetupAttempt(sql: Sql, sourceIp: string | undefined): Promise<void> {
  await countAttempt(sql, { what: "setup", account: undefined, sourceIp, freeOfSource: 10 });
}

/**
 * Takes the token, so that it works for one first user. The comparison takes the same time for every token.
 * @throws DomainError 403 if the token is missing, wrong or has expired
 */
export async function takeSetupToken({ sql }: { readonly sql: Sql }, token: string | undefined): Promise<void> {
  const kept = await sql.maybe(read);
  const given = hashOf(token ?? "");
  // Without a kept token the given one is compared as well, with random bytes.
  if (!timingSafeEqual(given, kept?.hash ?? randomBytes(given.length)))
    throw new DomainError(
      "forbidden",
      "The setup token is wrong or has expired; who set up the host makes a new one.",
      { code: "wrong_setup_token", errors: [{ field: "setup_token", message: "is wrong or has expired" }] },
    );
  await sql.query(remove);
}

/** A random token needs no slow hash. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
