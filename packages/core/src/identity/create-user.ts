import { randomUUID } from "node:crypto";
import { statement, type Transaction } from "@fulmar/prisma";
import { hashPassword } from "better-auth/crypto";

const insert = statement(
  "user_insert",
  `WITH person AS (INSERT INTO "user" (id, email, name) VALUES ($1, $2, $3))
   INSERT INTO account (id, account_id, provider_id, user_id, password, updated_at) VALUES ($4, $1, 'credential', $1, $5, now())`,
);

/**
 * Creates a user with an e-mail address and a password, in the caller's transaction. The user has no memberships yet.
 * @returns the user's id
 */
export async function createUserWithPassword(
  { sql }: Pick<Transaction, "sql">,
  person: { readonly email: string; readonly name: string; readonly password: string },
): Promise<string> {
  const userId = randomUUID();
  const password = await hashPassword(person.password);
  await sql.query(insert, [userId, person.email.toLowerCase(), person.name, randomUUID(), password]);
  return userId;
}
