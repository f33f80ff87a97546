import { type ListChoice, listPage } from "@/client/list.ts";

const FIELDS = ["actor_id", "action", "resource_id", "from", "to"] as const;

/**
 * What the organization's trail can be narrowed to. Whether the values make sense is for the operation to say, which it
 * does in words.
 */
export const ACTIVITY_LIST = { filters: {}, texts: FIELDS, sorts: [], unsearched: true } as const;

/** What a workspace's trail can be narrowed to: what was refused stands there too. */
export const AUDIT_LIST = { ...ACTIVITY_LIST, texts: [...FIELDS, "result"] } as const;

/** What a trail is narrowed to, as it stands in the page's address. */
export type AuditChoice = ListChoice<Record<never, never>, never, (typeof AUDIT_LIST)["texts"][number]>;

/** The input of `auditEvent.list`: server and browser must ask for the same thing to share the answer. */
export const auditInput = listPage<AuditChoice>;

/** The address of the whole trail as CSV, narrowed as it is, whatever its pages. */
export function auditCsvHref(workspaceId: string, { limit: _, ...narrowing }: AuditChoice): string {
  return `/api/audit-csv?${new URLSearchParams({ workspace_id: workspaceId, ...narrowing })}`;
}
