import type { AuditFilter } from "@/audit/audit-filter.ts";

/** The input of the organization's trail: server and browser must ask for the same thing to share the answer. What it cannot be narrowed by is left out. */
export function activityInput(organizationId: string, { result: _, ...filter }: AuditFilter, cursor?: string) {
  return { organization_id: organizationId, limit: 50, ...filter, ...(cursor !== undefined && { cursor }) };
}
