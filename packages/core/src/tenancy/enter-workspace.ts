import { ROLE_SCOPES, type Role, type Scope, WorkspaceId } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import type { Credentials } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";

/** A person who looks into a workspace at the console, and what their role allows there. */
export interface Visitor {
  readonly workspaceId: bigint;
  readonly organizationId: string;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
}

const membership = statement(
  "workspace_visitor",
  `SELECT m.role, w.organization_id FROM "user" u
     LEFT JOIN workspace w ON w.workspace_id = $2 AND w.deleted_at IS NULL
     LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = w.organization_id
    WHERE u.id = $1`,
);

/**
 * Lets a member of its organization into a workspace. A foreign workspace and one that does not exist are refused
 * alike.
 * @throws DomainError 401 when nobody is signed in, 403 when the person is no member
 */
export async function enterWorkspace(
  { sql }: Pick<Database, "sql">,
  credentials: Credentials,
  workspaceId: string,
): Promise<Visitor> {
  const userId = credentials.kind === "session" ? credentials.userId : undefined;
  const sought = WorkspaceId.safeParse(workspaceId).success ? BigInt(workspaceId) : null;
  const [row] = userId === undefined ? [] : await sql.query(membership, [userId, sought]);
  if (row === undefined) throw new DomainError("unauthenticated", "Sign in to go on.");
  if (row.role === null || row.organization_id === null || sought === null) {
    throw new DomainError("forbidden", "You may not use this workspace; ask an owner or admin of its organization.", {
      code: "workspace_forbidden",
    });
  }
  return {
    workspaceId: sought,
    organizationId: row.organization_id,
    role: row.role,
    scopes: new Set(ROLE_SCOPES[row.role]),
  };
}
