import { ALL_SCOPES, type Scope } from "./scopes.ts";

export const ROLES = ["owner", "admin", "developer", "billing", "viewer"] as const;
export type Role = (typeof ROLES)[number];

const reading = ALL_SCOPES.filter((scope) => scope.endsWith(".read"));

/** What a member of an organization may do in the console: the same scopes that tokens carry, so that there is one rule. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ALL_SCOPES,
  admin: ALL_SCOPES,
  developer: ALL_SCOPES,
  billing: ["billing.read"],
  viewer: reading,
};

/** Roles that may create, see and revoke the organization's API tokens. */
export const TOKEN_MANAGER_ROLES: readonly Role[] = ["owner", "admin"];
