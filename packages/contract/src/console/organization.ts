import { z } from "zod";
import { Name, Timestamp } from "../values/fields.ts";

export const OrganizationId = z.string().min(1).max(128);

/** How many people must approve what guarded tokens ask for. */
export const ApprovalRule = z.strictObject({
  approvals_need_two_people: z.boolean(),
  /** Who has asked that one person be enough, and until when another owner or admin can agree. Null if nobody has. */
  one_person_asked: z.strictObject({ user_id: z.string(), name: z.string(), expires_at: Timestamp }).nullable(),
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

export const NewOrganization = z.strictObject({ name: Name, workspace_name: Name });
export type NewOrganization = z.infer<typeof NewOrganization>;

export const OrganizationName = z.strictObject({ organization_id: OrganizationId, name: Name });
export type OrganizationName = z.infer<typeof OrganizationName>;
