import { statement, type Transaction } from "@fulmar/prisma";
import { hashPassword } from "better-auth/crypto";

const replace = statement(
  "user_set_password",
  `WITH ended AS (DELETE FROM session WHERE user_id = $1)
   UPDATE account SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`,
);

/** Sets a user's password and ends all of their sessions, in the caller's transaction. */
export async function setPassword({ sql }: Pick<Transaction, "sql">, userId: string, password: string): Promise<void> {
  await sql.query(replace, [userId, await hashPassword(password)]);
}
