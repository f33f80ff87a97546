import { ALL_SCOPES } from "@fulmar/contract";
import { createToken, isFullToken, revokeToken } from "@fulmar/core/operator";
import type { Database } from "@fulmar/prisma";

const NAME = "Development";

/**
 * The token of the credentials if it still does everything; otherwise a new one, and those that came before it are
 * revoked.
 */
export async function ensureToken(
  database: Database,
  request: {
    readonly organizationId: string;
    readonly environment: "development" | "production";
    readonly known: string | undefined;
  },
): Promise<string> {
  const { organizationId, environment, known } = request;
  if (known !== undefined && (await isFullToken(database, { value: known, organizationId, environment }))) return known;
  const lost = await database.prisma.apiToken.findMany({
    where: { organization_id: organizationId, name: NAME, created_by: null, revoked_at: null },
    select: { token_id: true },
  });
  for (const { token_id } of lost) await revokeToken(database, { tokenId: token_id });
  const { token } = await createToken(database, {
    organizationId,
    name: NAME,
    scopes: ALL_SCOPES,
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    expiresAt: null,
    environment,
  });
  return token;
}
