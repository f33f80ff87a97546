import { WALLET_READER_ROLES } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import type { Credentials } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";
import { membershipOf } from "../tenancy/authorize-role.ts";

/**
 * Whether a person may see what an organization has.
 * @throws DomainError 401 when nobody is signed in, 403 when the role does not allow it
 */
export async function authorizeWalletReader(
  database: Pick<Database, "sql">,
  credentials: Credentials,
  organizationId: string,
): Promise<void> {
  const { role } = await membershipOf(database, credentials, organizationId);
  if (role === null || !WALLET_READER_ROLES.includes(role)) {
    throw new DomainError("forbidden", `Only ${WALLET_READER_ROLES.join(", ")} may see the wallet; ask one of them.`, {
      code: "role_insufficient",
    });
  }
}
