/** What the trail is narrowed to: fields of the operation's query, as they stand in the page's address. */
const FIELDS = ["actor_id", "action", "resource_id", "result", "from", "to"] as const;
type AuditField = (typeof FIELDS)[number];
export type AuditFilter = { readonly [Field in AuditField]?: string };

/** Reads a filter from an address. Whether its values make sense is for the operation to say, which it does in words. */
export function readAuditFilter(search: Readonly<Record<string, unknown>>): AuditFilter {
  const filter: { -readonly [Field in AuditField]?: string } = {};
  for (const field of FIELDS) {
    const value = search[field];
    if (typeof value === "string" && value.trim() !== "") filter[field] = value.trim().slice(0, 128);
  }
  return filter;
}

/** The input of `auditEvent.list`: server and browser must ask for the same thing to share the answer. */
export function auditInput(workspaceId: string, filter: AuditFilter, cursor?: string) {
  return { workspace_id: workspaceId, limit: 50, ...filter, ...(cursor !== undefined && { cursor }) };
}

/** The address of the whole filtered trail as CSV. */
export function auditCsvHref(workspaceId: string, filter: AuditFilter): string {
  return `/api/audit-csv?${new URLSearchParams({ workspace_id: workspaceId, ...filter })}`;
}
