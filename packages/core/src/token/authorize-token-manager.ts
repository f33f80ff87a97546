import { TOKEN_MANAGER_ROLES } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import type { Credentials } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";
import { membershipOf } from "../tenancy/authorize-role.ts";

/**
 * Whether a person may manage the tokens of an organization.
 * @returns the person's id
 * @throws DomainError 401 when nobody is signed in, 403 when the role does not allow it
 */
export async function authorizeTokenManager(
  database: Pick<Database, "sql">,
  credentials: Credentials,
  organizationId: string,
): Promise<string> {
  const { userId, role } = await membershipOf(database, credentials, organizationId);
  if (role === null || !TOKEN_MANAGER_ROLES.includes(role)) {
    throw new DomainError(
      "forbidden",
      `Only ${TOKEN_MANAGER_ROLES.join(" and ")} may manage API tokens; ask one of them.`,
      { code: "role_insufficient" },
    );
  }
  return userId;
}
