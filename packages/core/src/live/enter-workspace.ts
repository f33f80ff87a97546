import { WorkspaceId } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { Credentials } from "../request/caller.ts";
import { DomainError, signedOut } from "../request/domain-error.ts";
import { letsIn, roleOrViewer } from "../request/door/operator-view.ts";
import type { Watched } from "./change-feed.ts";

const membership = statement(
  "workspace_visitor",
  `SELECT m.role, a.acting_id, w.organization_id FROM "user" u
     LEFT JOIN workspace w ON w.workspace_id = $workspace_id AND w.deleted_at IS NULL
     LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = w.organization_id
     LEFT JOIN operator_acting a ON a.user_id = u.id AND a.organization_id = w.organization_id AND ${letsIn("a")}
    WHERE u.id = $user_id`,
);

/**
 * Lets a member of the organization, or an operator who views it, watch one of its workspaces. Another organization's
 * workspace and one that does not exist are refused alike.
 * @throws DomainError 401 without a session, 403 when the user is not a member
 */
export async function enterWorkspace(
  { sql }: { readonly sql: Sql },
  credentials: Credentials,
  workspaceId: string,
): Promise<Watched & { readonly userId: string }> {
  if (credentials.kind !== "session" || credentials.userId === undefined) throw signedOut();
  const { userId, sessionId: session_id = null } = credentials;
  const sought = WorkspaceId.safeParse(workspaceId).success ? BigInt(workspaceId) : null;
  const row = await sql.maybe(membership, { user_id: userId, session_id, workspace_id: sought });
  if (row === undefined) throw signedOut();
  if (roleOrViewer(row.role, row.acting_id) === null || row.organization_id === null || sought === null) {
    throw new DomainError("forbidden", "You may not use this workspace; ask an owner or admin of its organization.", {
      code: "workspace_forbidden",
    });
  }
  return { userId, workspaceId: sought, organizationId: row.organization_id };
}
