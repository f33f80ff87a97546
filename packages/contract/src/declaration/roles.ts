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

const managers: readonly Role[] = ["owner", "admin"];

/** Roles that may create, see and revoke the organization's API tokens. */
export const TOKEN_MANAGER_ROLES = managers;

/** Roles that see what their organization has, and where it went. Product endpoints never tell (spec: Billing). */
export const WALLET_READER_ROLES: readonly Role[] = ["owner", "admin", "billing"];

/** What only people do, at the console, in an organization: no token can, so no scope says who may. */
export const CONSOLE_OPERATIONS = {
  "invitation.create": managers,
  "invitation.list": managers,
  "invitation.revoke": managers,
  "member.leave": ROLES,
  "member.list": ROLES,
  "member.remove": managers,
  "member.setRole": managers,
  "organization.rename": managers,
  "organizationEvent.list": managers,
  "siteHealth.list": ["owner", "admin", "developer", "viewer"],
  "workspace.create": managers,
  "workspace.delete": managers,
  "workspace.rename": managers,
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type ConsoleOperation = keyof typeof CONSOLE_OPERATIONS;

export function mayDo(role: Role, operation: ConsoleOperation): boolean {
  const allowed: readonly Role[] = CONSOLE_OPERATIONS[operation];
  return allowed.includes(role);
}

/** Whose place a member may give, change or end: what an owner is, only owners decide. */
export function maySetRole(actor: Role, role: Role): boolean {
  return actor === "owner" || (actor === "admin" && role !== "owner");
}
