import type { Database } from "@fulmar/prisma";
import { tokenKeys } from "./object-storage/index.ts";
import { revokeTokenAndKeys, type TokenRevocation } from "./token/index.ts";

/**
 * Revokes a token, and the access keys and tokens that it made, for the operator.
 * @throws DomainError 404 when no token with this id is in force
 */
export function revokeToken(
  database: Pick<Database, "transaction">,
  revocation: Pick<TokenRevocation, "tokenId" | "keepCredentials">,
): Promise<void> {
  return database.transaction(({ sql }) => revokeTokenAndKeys(sql, tokenKeys, revocation));
}
