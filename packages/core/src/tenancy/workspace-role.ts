// A member's role in one workspace, in place of the organization's (docs/adr/0090).
import { MANAGER_ROLES, type Role, WORKSPACE_ROLES, type WorkspaceRole } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { conflict, type DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { judgedRole } from "./judged-role.ts";
import { type CredentialKinds, type CredentialMaker, endCredentials, scopesBeyond } from "./member-credentials.ts";
import { foundWorkspace } from "./workspace.ts";

const list = statement(
  "workspace_role_list",
  `SELECT workspace_id, role FROM workspace_role WHERE organization_id = $organization_id AND user_id = $user_id
    ORDER BY workspace_id`,
);

const endAll = statement(
  "workspace_role_end",
  `WITH changed AS (
     DELETE FROM workspace_role r USING unnest($workspace_ids::bigint[], $audit_event_ids::text[])
       AS e (workspace_id, event_id),
            workspace w
      WHERE r.organization_id = $organization_id AND r.user_id = $user_id AND r.workspace_id = e.workspace_id
        AND w.workspace_id = r.workspace_id
     RETURNING r.organization_id, r.user_id, r.role, w.name, e.event_id
   )
   ${auditChange("member.setWorkspaceRole", {
     event: "changed.event_id",
     resource: "changed.user_id",
     detail: "changed.name || ': ' || changed.role || ' → none'",
   })}`,
);

// The workspace cannot end before the role is written: its end then removes it.
const place = statement(
  "workspace_role_place",
  `SELECT w.name, (SELECT r.role FROM workspace_role r
                    WHERE r.organization_id = w.organization_id AND r.user_id = $user_id
                      AND r.workspace_id = w.workspace_id) AS role
     FROM workspace w
    WHERE w.organization_id = $organization_id AND w.workspace_id = $workspace_id::bigint
      AND w.deleted_at IS NULL FOR SHARE`,
);

/** The detail of the audit event, up to the new role: the workspace's `$name` and the `$former_role` in it. */
const DETAIL = "$name::text || ': ' || $former_role::text || ' → ' || ";

const give = statement(
  "workspace_role_give",
  `WITH changed AS (
     INSERT INTO workspace_role AS r (organization_id, user_id, workspace_id, role)
     VALUES ($organization_id, $user_id, $workspace_id::bigint, $role)
         ON CONFLICT (organization_id, user_id, workspace_id) DO UPDATE SET role = excluded.role
     RETURNING r.organization_id, r.user_id, r.role
   )
   ${auditChange("member.setWorkspaceRole", { resource: "changed.user_id", detail: `${DETAIL}changed.role` })}`,
);

const take = statement(
  "workspace_role_take",
  `WITH taken AS (
     DELETE FROM workspace_role
      WHERE organization_id = $organization_id AND user_id = $user_id AND workspace_id = $workspace_id::bigint
   ), changed AS (
     SELECT $organization_id::text AS organization_id, $user_id::text AS user_id
   )
   ${auditChange("member.setWorkspaceRole", { resource: "changed.user_id", detail: `${DETAIL}'none'` })}`,
);

/** A role, and the workspaces in which a member has it instead of that of the organization. */
interface RoleOfWorkspaces {
  readonly role: WorkspaceRole;
  readonly workspaceIds: readonly bigint[];
}

/** The workspace roles of a member. The caller has locked the membership. */
export async function workspaceRolesOf(
  sql: Sql,
  { organizationId, userId }: CredentialMaker,
): Promise<RoleOfWorkspaces[]> {
  const rows = await sql.query(list, { organization_id: organizationId, user_id: userId });
  return WORKSPACE_ROLES.map((role) => ({
    role,
    workspaceIds: rows.filter((row) => row.role === role).map(({ workspace_id }) => workspace_id),
  })).filter(({ workspaceIds }) => workspaceIds.length > 0);
}

/** Ends the workspace roles of somebody who becomes an owner or admin. @returns those that are left, which is none */
export async function endWorkspaceRoles(sql: Sql, maker: CredentialMaker, by: Actor): Promise<RoleOfWorkspaces[]> {
  const ids = (await workspaceRolesOf(sql, maker)).flatMap(({ workspaceIds }) => workspaceIds);
  const { organizationId, userId } = maker;
  if (ids.length > 0)
    await sql.query(endAll, {
      organization_id: organizationId,
      user_id: userId,
      workspace_ids: ids,
      audit_event_ids: ids.map(() => newId("aud")),
      ...auditChangeValues(by),
    });
  return [];
}

/**
 * The role applies from the member's next request on. Credentials that can do more there than the member may end in the
 * same transaction.
 */
export const setWorkspaceRole =
  (kinds: CredentialKinds): Handler<"member.setWorkspaceRole"> =>
  async (context, { organization_id, user_id, workspace_id, role }) => {
    const { sql, membership } = context;
    const organizationRole = await judgedRole(sql, organization_id, user_id, membership.role);
    if (role !== null && MANAGER_ROLES.includes(organizationRole)) throw managerEverywhere(organizationRole);
    const workspaceId = BigInt(workspace_id);
    const workspace = foundWorkspace(await sql.maybe(place, { organization_id, workspace_id: workspaceId, user_id }));
    const by = context.actor();
    const change = {
      ...{ organization_id, user_id, workspace_id: workspaceId },
      ...{ name: workspace.name, former_role: workspace.role ?? "none" },
      ...auditChangeValues(by),
    };
    if (role === null) await sql.query(take, change);
    else await sql.query(give, { ...change, role });
    const maker = { organizationId: organization_id, userId: user_id };
    const lost = scopesBeyond(role ?? organizationRole, organizationRole);
    await endCredentials(sql, kinds, { maker, by, lost, reach: { only: [workspaceId] } });
    return { user_id };
  };

function managerEverywhere(role: Role): DomainError {
  return conflict(
    "manager_everywhere",
    `An ${role} has this role in every workspace; give the member another role of the organization first.`,
  );
}
