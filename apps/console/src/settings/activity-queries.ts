import type { ACTIVITY_LIST } from "@/audit/audit-filter.ts";
import { type ListChoice, pageOf } from "@/client/list.ts";

type Choice = ListChoice<Record<never, never>, never, (typeof ACTIVITY_LIST)["texts"][number]>;

/** The input of the organization's trail: server and browser must ask for the same thing to share the answer. */
export function activityInput(organizationId: string, choice: Choice, cursor?: string) {
  return { organization_id: organizationId, ...pageOf(choice, cursor) };
}
