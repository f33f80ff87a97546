import { ALL_SCOPES, type Scope } from "./scopes.ts";

export const ROLES = ["owner", "admin", "developer", "billing", "viewer"] as const;
export type Role = (typeof ROLES)[number];

const reading = ALL_SCOPES.filter((scope) => scope.endsWith(".read"));

/**
 * What a member of an organization may do in the console: the same scopes that tokens carry, so that there is one rule.
 */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ALL_SCOPES,
  admin: ALL_SCOPES,
  developer: ALL_SCOPES,
  billing: ["billing.read"],
  viewer: reading,
};

/** Roles that may do what needs this scope. */
export function rolesWith(scope: Scope): readonly Role[] {
  return ROLES.filter((role) => ROLE_SCOPES[role].includes(scope));
}

/**
 * Who answers for an organization: its members, invitations, workspaces, tokens and trail. Operations of an
 * organization name the roles that may; a token has no role.
 */
export const MANAGER_ROLES: readonly Role[] = ["owner", "admin"];

/** Who sees what the organization has, and where it went. Product endpoints never tell (spec: Billing). */
export const WALLET_READER_ROLES: readonly Role[] = ["owner", "admin", "billing"];

/** Who works with machines, or looks at them. */
export const SITE_READER_ROLES: readonly Role[] = ["owner", "admin", "developer", "viewer"];

/** Roles as a sentence lists them: "owner, admin and billing". */
export function listRoles(roles: readonly Role[]): string {
  return roles.join(", ").replace(/, ([a-z]+)$/, " and $1");
}

/** Whose place a member may give, change or end: what an owner is, only owners decide. */
export function maySetRole(actor: Role, role: Role): boolean {
  return actor === "owner" || (actor === "admin" && role !== "owner");
}
