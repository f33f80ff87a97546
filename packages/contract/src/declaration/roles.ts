import { ALL_SCOPES, type Scope } from "./scopes.ts";

export const ROLES = ["owner", "admin", "developer", "billing", "viewer", "secret_reader"] as const;
export type Role = (typeof ROLES)[number];

/** The scopes for managing an organization. */
const MANAGING: readonly Scope[] = ["token.read", "token.write", "workspace.write", "billing.write"];

const working = ALL_SCOPES.filter((scope) => !MANAGING.includes(scope));
const reading = working.filter((scope) => scope.endsWith(".read"));

/** The scopes of each role in the console. Roles and tokens share the same scopes, so that there is one rule. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ALL_SCOPES,
  admin: ALL_SCOPES,
  developer: working,
  billing: ["billing.read", "billing.write", "workspace.read"],
  viewer: reading,
  secret_reader: reading,
};

/** The roles that a member can have in a single workspace, instead of that of the organization. */
export const WORKSPACE_ROLES = ["developer", "billing", "viewer", "secret_reader"] as const satisfies readonly Role[];
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/**
 * The role of a member in a workspace. Owners and admins have theirs everywhere.
 * @param role the member's role in the organization
 * @param own the member's workspace role, or null without one
 */
export function roleInWorkspace(role: Role, own: WorkspaceRole | null): Role {
  return own === null || MANAGER_ROLES.includes(role) ? role : own;
}

/** A role as people read it: "secret reader". */
export function nameOfRole(role: Role): string {
  return role.replace("_", " ");
}

/** The roles that have this scope. */
export function rolesWith(scope: Scope): readonly Role[] {
  return ROLES.filter((role) => ROLE_SCOPES[role].includes(scope));
}

/**
 * The roles that manage an organization: its members, invitations, workspaces, tokens and audit trail. Operations of an
 * organization name the roles that may call them. A token has no role.
 */
export const MANAGER_ROLES: readonly Role[] = ["owner", "admin"];

/**
 * The roles that see the organization's wallet and its spending. Product endpoints never reveal them.
 */
export const WALLET_READER_ROLES: readonly Role[] = ["owner", "admin", "billing"];

/** The roles that manage or view VMs. */
export const SITE_READER_ROLES: readonly Role[] = ["owner", "admin", "developer", "viewer", "secret_reader"];

/** The roles that may read the values of secrets. A viewer sees which secrets there are, and no value. */
export const SECRET_READER_ROLES: readonly Role[] = ["owner", "admin", "developer", "secret_reader"];

/** Those who have one of the roles, as a list in a sentence: "owners, admins and billing members". */
export function listRoles(roles: readonly Role[]): string {
  return roles
    .map((role) => (role === "billing" ? "billing members" : `${nameOfRole(role)}s`))
    .join(", ")
    .replace(/, ([^,]+)$/, " and $1");
}

/** Whether a member may grant, change or remove a role. Only owners may do so for owners. */
export function maySetRole(actor: Role, role: Role): boolean {
  return actor === "owner" || (actor === "admin" && role !== "owner");
}
