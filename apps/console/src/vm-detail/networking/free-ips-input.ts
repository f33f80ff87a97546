/** The free reserved IPs of a site. */
export function freeIpsInput(workspaceId: string, siteId: string) {
  return { workspace_id: workspaceId, status: "reserved" as const, site_id: siteId, limit: 1000 };
}
