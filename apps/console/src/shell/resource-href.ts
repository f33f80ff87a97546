/**
 * The way to a resource of which only the id is known, as from a blocker or an audit event: that page finds out what it
 * is, and leads on.
 */
export function resourceHref(workspaceId: string, resourceId: string): `/workspaces/${string}` {
  return `/workspaces/${workspaceId}/resources/${encodeURIComponent(resourceId)}`;
}
