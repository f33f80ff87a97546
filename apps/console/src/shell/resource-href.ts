/**
 * The address of a resource by id, for example from a blocker or an audit event. That page resolves the id and
 * redirects.
 */
export function resourceHref(workspaceId: string, resourceId: string): `/workspaces/${string}` {
  return `/workspaces/${workspaceId}/resources/${encodeURIComponent(resourceId)}`;
}
