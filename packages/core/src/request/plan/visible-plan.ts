import { type ChangePlan, type ResourceType, resourceOf, type Scope } from "@fulmar/contract";

/** Whether somebody with these scopes may read resources of a type. */
export function readableWith(scopes: ReadonlySet<Scope>): (type: ResourceType) => boolean {
  return (type) => {
    const { scope } = resourceOf(type);
    return scope === null || scopes.has(scope);
  };
}

/** A plan without the resources, names and fields that somebody may not read, and with warnings that say so. */
export function visiblePlan(plan: ChangePlan, mayRead: (type: ResourceType) => boolean): ChangePlan {
  const hidden = plan.changes.filter(({ resource_type }) => !mayRead(resource_type));
  const affects = plan.affects.filter(({ resource_type }) => mayRead(resource_type));
  const unshown = plan.affects.length - affects.length;
  if (hidden.length === 0 && unshown === 0) return plan;
  const scopes = new Set(hidden.flatMap(({ resource_type }) => resourceOf(resource_type).scope ?? []));
  return {
    ...plan,
    changes: plan.changes.map((change) => (hidden.includes(change) ? { ...change, name: null, fields: [] } : change)),
    affects,
    warnings: [
      ...plan.warnings,
      ...(unshown > 0 ? [`${unshown} more resources that depend on this are not shown.`] : []),
      ...[...scopes].map((scope) => `Names and fields that need the scope ${scope} are not shown.`),
    ],
  };
}
