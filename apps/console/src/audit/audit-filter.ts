import { type ListChoice, listPage } from "@/client/list.ts";

const FIELDS = ["actor_id", "action", "resource_id", "from", "to"] as const;

/** The filters of the organization's trail. The operation validates their values and explains errors. */
export const ACTIVITY_LIST = { filters: {}, texts: FIELDS, sorts: [], unsearched: true } as const;

/** The filters of a workspace's trail, which also contains refused requests. */
export const AUDIT_LIST = { ...ACTIVITY_LIST, texts: [...FIELDS, "result"] } as const;

/** The filters of a trail, as in the page's address. */
export type AuditChoice = ListChoice<Record<never, never>, never, (typeof AUDIT_LIST)["texts"][number]>;

/** Input of `auditEvent.list`. Server and browser must use the same input to share the cached answer. */
export const auditInput = listPage<AuditChoice>;

/** The URL of the filtered trail as CSV, without paging. */
export function auditCsvHref(workspaceId: string, { limit: _, ...narrowing }: AuditChoice): string {
  return `/api/audit-csv?${new URLSearchParams({ workspace_id: workspaceId, ...narrowing })}`;
}
