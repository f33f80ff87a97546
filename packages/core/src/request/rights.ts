// What a caller may do in a workspace: by scopes, by a user's role, and by what the fields of the request name.
import { listRoles, type Operation, type Reference, type Role, type Scope } from "@fulmar/contract";
import type { Caller } from "./caller.ts";
import { DomainError } from "./domain-error.ts";

/** The refusal of a caller who lacks the operation's scope, or whose role may not call it. Null if they may. */
export function rightsRefusal({ scope, roles, verbPhrase }: Operation, caller: Caller): DomainError | null {
  if (scope !== null && !caller.scopes.has(scope)) return scopeMissing(scope, caller.type);
  if (roles !== null && caller.role !== null && !roles.includes(caller.role))
    return roleInsufficient(roles, verbPhrase);
  return null;
}

/**
 * The refusal of a caller who names a resource of another family and lacks that family's read scope. Null if none is
 * named, or the caller may read each.
 * @param input the parsed input
 */
export function referenceRefusal(
  { references }: Operation,
  caller: Caller,
  input: Readonly<Record<string, unknown>>,
): DomainError | null {
  const missing = references.find((reference) => !caller.scopes.has(reference.scope) && isNamed(reference, input));
  return missing === undefined ? null : scopeMissing(missing.scope, caller.type, missing.field);
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

/** @param field the field that needs the scope, if it is not the operation itself */
function scopeMissing(scope: Scope, type: Caller["type"], field?: string): DomainError {
  const who = type === "token" ? "The token lacks" : "Your role lacks";
  const what = field === undefined ? "this request" : `the field ${field}`;
  return new DomainError("forbidden", `${who} the scope ${scope}, which ${what} needs.`, { code: "scope_missing" });
}

export function roleInsufficient(roles: readonly Role[], verbPhrase: string): DomainError {
  return new DomainError("forbidden", `Only ${listRoles(roles)} may ${verbPhrase}; ask one of them.`, {
    code: "role_insufficient",
  });
}
