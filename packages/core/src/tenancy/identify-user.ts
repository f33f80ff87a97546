import { lookup, type Sql, statement } from "@fulmar/prisma";
import { signedOut } from "../request/domain-error.ts";
import type { Identification } from "../request/door/door.ts";
import { letsIn, roleOrViewer } from "../request/door/operator-view.ts";
import { isLocked, type RoleOf } from "../request/door/person-door.ts";
import { type Rights, rightsOfMember } from "../request/door/rights.ts";

const STRANGER: Rights = { type: "user", role: null, organizationRole: null, scopes: new Set(), strictScopes: true };

const sessionDoor = lookup(
  "door_session",
  `SELECT u.id AS caller_id, u.name AS caller_name, m.role, a.acting_id, r.role AS own_role, o.organization_id,
          o.name AS organization_name,
          w.workspace_id, w.name AS workspace_name
     FROM "user" u
     LEFT JOIN workspace w ON w.workspace_id = $workspace_id AND w.deleted_at IS NULL
     LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = w.organization_id
     LEFT JOIN workspace_role r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
      AND r.workspace_id = w.workspace_id
     LEFT JOIN operator_acting a ON a.user_id = u.id AND a.organization_id = w.organization_id AND ${letsIn("a")}
     LEFT JOIN organization o ON o.organization_id = coalesce(m.organization_id, a.organization_id)
    WHERE u.id = $user_id AND NOT ${isLocked("u.id")}`,
);

/** Identifies the user of a session, with the scopes of their role in the workspace. */
export function identifyUser(sql: Sql): Identification["session"] {
  return async ({ userId, sessionId: session_id = null }, { workspaceId }) => {
    if (userId === undefined) throw signedOut();
    const row = await sql.maybe(sessionDoor, { user_id: userId, session_id, workspace_id: workspaceId });
    if (row === undefined) throw signedOut();
    const { workspace_id: id, workspace_name: name, organization_id: organizationId } = row;
    const { organization_name: organizationName, acting_id } = row;
    const organizationRole = roleOrViewer(row.role, acting_id);
    return {
      caller: {
        ...(organizationRole === null ? STRANGER : rightsOfMember(organizationRole, row.own_role)),
        id: row.caller_id,
        name: acting_id === null ? row.caller_name : `operator ${row.caller_name} for ${organizationName}`,
        views: acting_id !== null,
        expiresAt: null,
        allowedIpRanges: [],
        confined: false,
        guarding: null,
      },
      workspace:
        id === null || name === null || organizationId === null || organizationName === null
          ? null
          : { id, name, organizationId, organizationName },
      rateKey: row.caller_id,
      refusal: null,
    };
  };
}

// Read for every request, so that a lowered role applies at once.
const membership = statement(
  "role_authorize",
  `SELECT m.role, a.acting_id FROM "user" u
     LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = $organization_id
     LEFT JOIN operator_acting a ON a.user_id = u.id AND a.organization_id = $organization_id AND ${letsIn("a")}
    WHERE u.id = $user_id AND NOT ${isLocked("u.id")}`,
);

/** The role of a user in an organization. Null if there is no such member or organization. */
export function roleOf(sql: Sql): RoleOf {
  return async ({ id: user_id, sessionId: session_id = null }, organization_id) => {
    const row = await sql.maybe(membership, { user_id, session_id, organization_id });
    if (row === undefined) throw signedOut();
    const role = roleOrViewer(row.role, row.acting_id);
    return role === null ? null : { role, views: row.acting_id !== null };
  };
}
