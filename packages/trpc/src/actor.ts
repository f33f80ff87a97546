import type { ConsoleOperation, Role } from "@fulmar/contract";
import { type Actor, authorizeRole } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import type { RequestContext } from "./context.ts";

/** The member who asks, if their role allows it, as audit events name them. @throws DomainError 401, 403 */
export async function actingMember(
  database: Database,
  { credentials, requestId, sourceIp }: RequestContext,
  organizationId: string,
  operation: ConsoleOperation,
): Promise<Actor & { readonly userId: string; readonly role: Role }> {
  return { ...(await authorizeRole(database, credentials, organizationId, operation)), requestId, sourceIp };
}
