import { defineList, type ListChoice, listIn, type OrganizationPath, WHOLE_LIST } from "@/client/list.ts";

const FIELDS = ["actor_id", "action", "resource_id", "from", "to"] as const;

/** The filters of the organization's trail. The operation validates their values and explains errors. */
const ACTIVITY_LIST = { filters: {}, texts: FIELDS, sorts: [], unsearched: true } as const;

/** The filters of a workspace's trail, which also contains refused requests. */
export const AUDIT_LIST = { ...ACTIVITY_LIST, texts: [...FIELDS, "result"] } as const;

/** The filters of a trail, as in the page's address. */
export type AuditChoice = ListChoice<Record<never, never>, never, (typeof AUDIT_LIST)["texts"][number]>;

export const auditList = defineList({
  ...AUDIT_LIST,
  ask: (trpc, { workspaceId }, page) => trpc.auditEvent.list.queryOptions({ workspace_id: workspaceId, ...page }),
  onlyGrows: true,
});

export const activityList = listIn<OrganizationPath>()({
  ...ACTIVITY_LIST,
  ask: (trpc, { organizationId }, page) =>
    trpc.organizationEvent.list.queryOptions({ organization_id: organizationId, ...page }),
  onlyGrows: true,
});

/** The events of the user's own account. */
export const recentEventList = listIn<object>()({
  ...WHOLE_LIST,
  pageSize: 10,
  ask: (trpc, _path, page) => trpc.account.events.queryOptions(page),
  onlyGrows: true,
});

/** The URL of the filtered trail as CSV, without paging. */
export function auditCsvHref(workspaceId: string, { limit: _, ...narrowing }: AuditChoice): string {
  return `/api/audit-csv?${new URLSearchParams({ workspace_id: workspaceId, ...narrowing })}`;
}
