import { CONSOLE_OPERATIONS, type ConsoleOperation, mayDo, type Role } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { Credentials } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";

const membership = statement(
  "role_authorize",
  `SELECT m.role FROM "user" u LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = $2 WHERE u.id = $1`,
);

/** @throws DomainError 401 when nobody is signed in */
export function signedInUser(credentials: Credentials): string {
  if (credentials.kind !== "session" || credentials.userId === undefined)
    throw new DomainError("unauthenticated", "Sign in to go on.");
  return credentials.userId;
}

/**
 * The role that a person has in an organization; null in a foreign one, as in one that does not exist. Asked anew for
 * every request, so that a lowered role is felt at once.
 * @throws DomainError 401 when nobody is signed in
 */
export async function membershipOf(
  { sql }: { readonly sql: Sql },
  credentials: Credentials,
  organizationId: string,
): Promise<{ readonly userId: string; readonly role: Role | null }> {
  const userId = signedInUser(credentials);
  const [row] = await sql.query(membership, [userId, organizationId]);
  if (row === undefined) throw new DomainError("unauthenticated", "Sign in to go on.");
  return { userId, role: row.role };
}

/**
 * Whether a person may do this in an organization.
 * @throws DomainError 401 when nobody is signed in, 403 when the role does not allow it
 */
export async function authorizeRole(
  database: { readonly sql: Sql },
  credentials: Credentials,
  organizationId: string,
  operation: ConsoleOperation,
): Promise<{ userId: string; role: Role }> {
  const { userId, role } = await membershipOf(database, credentials, organizationId);
  if (role === null)
    throw new DomainError("forbidden", "You are no member of this organization.", { code: "role_insufficient" });
  if (!mayDo(role, operation)) throw roleInsufficient(CONSOLE_OPERATIONS[operation]);
  return { userId, role };
}

function roleInsufficient(allowed: readonly Role[]) {
  return new DomainError(
    "forbidden",
    `Only ${allowed.join(", ").replace(/, ([a-z]+)$/, " and $1")} may do this; ask one of them.`,
    {
      code: "role_insufficient",
    },
  );
}

export function ownersOnly() {
  return new DomainError("forbidden", "Only owners decide who is an owner; ask one of them.", {
    code: "role_insufficient",
  });
}
