import type { ACTIVITY_LIST } from "@/audit/audit-filter.ts";
import { type ListChoice, pageOf } from "@/client/list.ts";

type Choice = ListChoice<Record<never, never>, never, (typeof ACTIVITY_LIST)["texts"][number]>;

/** Input of the organization's trail. Server and browser must use the same input to share the cached answer. */
export function activityInput(organizationId: string, choice: Choice, cursor?: string) {
  return { organization_id: organizationId, ...pageOf(choice, cursor) };
}
