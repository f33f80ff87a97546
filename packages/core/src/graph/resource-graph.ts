import { type ResourceType, resourceOf } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { readById } from "./nodes.ts";
import { walk } from "./walk.ts";

/** A resource that the caller may not read is absent for them. */
export const getResourceGraph: Handler<"resource.graph"> = async (
  { sql, workspace, caller },
  { resource_id, resource_type, depth },
) => {
  const mayRead = (type: ResourceType) => {
    const { scope } = resourceOf(type);
    return scope === null || caller.scopes.has(scope);
  };
  const named = await readById(sql, workspace.id, [{ id: resource_id, type: resource_type ?? null }]);
  const from = named.find((resource) => mayRead(resource.resource_type));
  if (from === undefined) throw notFound("resource");
  return walk({ sql, workspaceId: workspace.id, from: [from], ways: ["uses", "used_by"], depth, mayRead });
};
