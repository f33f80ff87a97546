import { isScope, type Operation, publicCatalog, RESOURCES, type Scope } from "@fulmar/contract";

/** Subjects of events whose action is not an operation of the catalog. A subject is the first part of an action. */
const OTHER_SUBJECTS = ["approval", "vm", "volume", "wallet"] as const;

/**
 * The scope that shows a caller an event, by the subject of the event. For operations it is the read scope of the
 * family.
 */
const readScopes: ReadonlyMap<string, Scope> = new Map<string, Scope>([
  ...OTHER_SUBJECTS.map((type) => [type, RESOURCES[type].scope] as const),
  ...operationScopes(),
]);

function operationScopes(): [string, Scope][] {
  const operations: readonly Pick<Operation, "id" | "scope">[] = publicCatalog;
  return operations.flatMap(({ id, scope }): [string, Scope][] =>
    scope === null ? [] : [[subjectOf(id), readScopeOf(scope)]],
  );
}

/** The scope that reads what another scope of its family changes. */
export function readScopeOf(scope: Scope): Scope {
  const read = scope.replace(/\.[a-z]+$/, ".read");
  if (!isScope(read)) throw new Error(`the family of the scope "${scope}" cannot be read`);
  return read;
}

/** The first part of an action: `bucket` of `bucket.create`. */
export function subjectOf(action: string): string {
  return action.split(".", 1)[0] ?? action;
}

/**
 * The subjects whose events a caller may see. Null: all of them.
 */
export function subjectsVisibleTo(scopes: ReadonlySet<Scope>): string[] | null {
  const visible = [...readScopes].flatMap(([subject, scope]) => (scopes.has(scope) ? [subject] : []));
  return visible.length === readScopes.size ? null : visible;
}
