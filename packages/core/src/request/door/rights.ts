// The rights of a caller in a workspace: by scopes, by a user's role, and by what the fields of the request name.
import {
  listRoles,
  type Operation,
  type Reference,
  ROLE_SCOPES,
  type Role,
  roleInWorkspace,
  rolesWith,
  type Scope,
  type WorkspaceRole,
} from "@fulmar/contract";
import type { Caller } from "../caller.ts";
import { DomainError } from "../domain-error.ts";
import { viewRefusal } from "./operator-view.ts";

/** The parts of a caller that decide over its rights. */
export type Rights = Pick<Caller, "type" | "role" | "organizationRole" | "scopes" | "strictScopes" | "views">;

/**
 * The rights of a member in a workspace.
 * @param organizationRole the member's role in the organization
 * @param own the member's workspace role, or null without one
 */
export function rightsOfMember(organizationRole: Role, own: WorkspaceRole | null): Rights & { readonly role: Role } {
  const role = roleInWorkspace(organizationRole, own);
  // Every role that writes in a family reads in it, so strict scopes take nothing from a member.
  return { type: "user", role, organizationRole, scopes: new Set(ROLE_SCOPES[role]), strictScopes: true };
}

/**
 * The caller with the rights that count for an operation. A user has those of their role in the workspace, and for an
 * operation of the organization those of their role there, whatever workspace the request names.
 */
export function callerFor<Of extends Rights>({ ofOrganization }: Operation, caller: Of): Of {
  const { organizationRole: role } = caller;
  return ofOrganization && role !== null ? { ...caller, role, scopes: new Set(ROLE_SCOPES[role]) } : caller;
}

/** The refusal of a caller who lacks the operation's scope, or whose role may not call it. Null if they may. */
export function rightsRefusal(operation: Operation, sender: Rights): DomainError | null {
  const { scope, roles, verbPhrase } = operation;
  const viewing = sender.views === true ? viewRefusal(operation) : null;
  if (viewing !== null) return viewing;
  const caller = callerFor(operation, sender);
  if (roles !== null && caller.role !== null && !roles.includes(caller.role))
    return roleInsufficient(roles, verbPhrase);
  if (scope !== null && !caller.scopes.has(scope))
    return scopeMissing(scope, caller.type, `may ${verbPhrase}`, "this request needs");
  return null;
}

/**
 * The refusal of a caller who names a resource of another family and lacks that family's read scope. Null if none is
 * named, the caller may read each, or the organization does not ask for it.
 * @param input the parsed input
 */
export function referenceRefusal(
  operation: Operation,
  sender: Rights,
  input: Readonly<Record<string, unknown>>,
): DomainError | null {
  const caller = callerFor(operation, sender);
  const missing = operation.references.find(
    ({ strict = false, ...reference }) =>
      (!strict || caller.strictScopes) && !caller.scopes.has(reference.scope) && isNamed(reference, input),
  );
  if (missing === undefined) return null;
  const field = `the field ${missing.field}`;
  const why = missing.strict === true ? ", because the organization has strict_scopes" : "";
  return scopeMissing(missing.scope, caller.type, `may use ${field}`, `${field} needs${why}`);
}

function isNamed({ field, where = {} }: Reference, input: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(where).every(([name, value]) => input[name] === value) && hasValue(input, field.split("."));
}

function hasValue(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => hasValue(item, first === undefined ? [] : [first, ...rest]));
  if (value === undefined || value === null) return false;
  if (first === undefined) return true;
  const inner: unknown = Object.entries(value).find(([name]) => name === first.replace("[]", ""))?.[1];
  return hasValue(inner, rest);
}

/**
 * The refusal of a caller who lacks a scope.
 * @param act what a user without the scope may not do, after the roles that may
 * @param needing what needs the scope of a token, with its verb
 */
export function scopeMissing(scope: Scope, type: Caller["type"], act: string, needing: string): DomainError {
  const message =
    type === "token"
      ? `The token lacks the scope ${scope}, which ${needing}.`
      : `Only ${listRoles(rolesWith(scope))} ${act}; ask one of them.`;
  return new DomainError("forbidden", message, { code: "scope_missing" });
}

export function roleInsufficient(roles: readonly Role[], verbPhrase: string): DomainError {
  return new DomainError("forbidden", `Only ${listRoles(roles)} may ${verbPhrase}; ask one of them.`, {
    code: "role_insufficient",
  });
}
