import { z } from "zod";
import { Name } from "../values/fields.ts";

export const OrganizationId = z.string().min(1).max(128);

export const NewOrganization = z.strictObject({ name: Name, workspace_name: Name });
export type NewOrganization = z.infer<typeof NewOrganization>;

export const OrganizationName = z.strictObject({ organization_id: OrganizationId, name: Name });
export type OrganizationName = z.infer<typeof OrganizationName>;
