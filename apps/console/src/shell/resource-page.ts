import { type FoundResource, type FoundType, isFoundType, TENANT_RESOURCES } from "@fulmar/contract";
import { formatStatus } from "../client/format.ts";
import { type WorkspaceHref, workspaceHref } from "./destinations.ts";

/**
 * The address of a resource by id, for example from a blocker or an audit event. That page resolves the id and
 * redirects.
 */
export function resourceHref(workspaceId: string, resourceId: string): `/workspaces/${string}` {
  return `/workspaces/${workspaceId}/resources/${encodeURIComponent(resourceId)}`;
}

/** The page of a resource: its own or that of its parent. */
export function resourcePage(
  workspaceId: string,
  { type, id, name, parent_ids: [parent = ""] }: Pick<FoundResource, "type" | "id" | "name" | "parent_ids">,
): WorkspaceHref {
  const page = TENANT_RESOURCES[type].page
    .replace("{id}", encodeURIComponent(id))
    .replace("{name}", encodeURIComponent(name))
    .replace("{parent}", encodeURIComponent(parent));
  return workspaceHref(workspaceId, page);
}

/** The name of a resource type, by its name in records. */
export function typeName(type: string): string {
  return isFoundType(type) ? titleOf(type) : formatStatus(type);
}

/** The singular name of a resource type. */
export function titleOf(type: FoundType): string {
  return TENANT_RESOURCES[type].title[0];
}
