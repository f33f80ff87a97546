import { randomUUID } from "node:crypto";
import { statement, type Transaction } from "@fulmar/prisma";
import { hashPassword } from "better-auth/crypto";
import { refuseWeakPassword } from "./password-strength.ts";

const insert = statement(
  "user_insert",
  `WITH person AS (INSERT INTO "user" (id, email, name) VALUES ($user_id, $email, $name))
   INSERT INTO account (id, account_id, provider_id, user_id, password, updated_at)
   VALUES ($account_id, $user_id, 'credential', $user_id, $password, now())`,
);

/**
 * Creates a user with an e-mail address and a password, in the caller's transaction. The user has no memberships yet.
 * @returns the user's id
 * @throws DomainError 400 for a weak password
 */
export async function createUserWithPassword(
  { sql }: Pick<Transaction, "sql">,
  person: { readonly email: string; readonly name: string; readonly password: string },
): Promise<string> {
  await refuseWeakPassword(person.password, person.email, "password");
  const userId = randomUUID();
  const password = await hashPassword(person.password);
  await sql.query(insert, {
    ...{ user_id: userId, email: person.email.toLowerCase(), name: person.name },
    ...{ account_id: randomUUID(), password },
  });
  return userId;
}

const replace = statement(
  "user_set_password",
  `WITH ended AS (DELETE FROM session WHERE user_id = $user_id)
   UPDATE account SET password = $password, updated_at = now() WHERE user_id = $user_id AND provider_id = 'credential'`,
);

/** Sets a user's password and ends all of their sessions, in the caller's transaction. */
export async function setPassword({ sql }: Pick<Transaction, "sql">, userId: string, password: string): Promise<void> {
  await sql.query(replace, { user_id: userId, password: await hashPassword(password) });
}
