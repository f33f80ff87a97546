import { type Role, WALLET_READER_ROLES } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import type { Credentials } from "../kernel/caller.ts";
import { DomainError } from "../kernel/domain-error.ts";

const membership = statement("wallet_reader", `SELECT m.role FROM "user" u LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = $2 WHERE u.id = $1`);

/**
 * Whether a person may see what an organization has. A foreign organization and one that does not exist are refused alike.
 * @throws DomainError 401 when nobody is signed in, 403 when the role does not allow it
 */
export async function authorizeWalletReader({ sql }: Pick<Database, "sql">, credentials: Credentials, organizationId: string): Promise<void> {
  const userId = credentials.kind === "session" ? credentials.userId : undefined;
  const [row] = userId === undefined ? [] : await sql.query<{ role: Role | null }>(membership, [userId, organizationId]);
  if (row === undefined) throw new DomainError("unauthenticated", "Sign in to see the wallet.");
  if (row.role === null || !WALLET_READER_ROLES.includes(row.role)) {
    throw new DomainError("forbidden", `Only ${WALLET_READER_ROLES.join(", ")} may see the wallet; ask one of them.`, { code: "role_insufficient" });
  }
}
