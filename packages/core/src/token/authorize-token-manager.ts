import { type Role, TOKEN_MANAGER_ROLES } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import type { Credentials } from "../kernel/caller.ts";
import { DomainError } from "../kernel/domain-error.ts";

const membership = statement(
  "token_manager",
  `SELECT u.id, m.role FROM "user" u LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = $2 WHERE u.id = $1`,
);

/**
 * Whether a person may manage the tokens of an organization. A foreign organization and one that does not exist are
 * refused alike.
 * @returns the person's id
 * @throws DomainError 401 when nobody is signed in, 403 when the role does not allow it
 */
export async function authorizeTokenManager(database: Pick<Database, "sql">, credentials: Credentials, organizationId: string): Promise<string> {
  const userId = credentials.kind === "session" ? credentials.userId : undefined;
  if (userId === undefined) throw new DomainError("unauthenticated", "Sign in to manage API tokens.");
  const [row] = await database.sql.query<{ id: string; role: Role | null }>(membership, [userId, organizationId]);
  if (row === undefined) throw new DomainError("unauthenticated", "Sign in to manage API tokens.");
  if (row.role === null || !TOKEN_MANAGER_ROLES.includes(row.role)) {
    throw new DomainError("forbidden", `Only ${TOKEN_MANAGER_ROLES.join(" and ")} may manage API tokens; ask one of them.`, { code: "role_insufficient" });
  }
  return row.id;
}
