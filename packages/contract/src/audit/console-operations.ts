import { z } from "zod";
import { OrganizationId } from "../console/organization.ts";
import { OrganizationEvent } from "../console/organization-event.ts";
import { defineOperation } from "../declaration/operation.ts";
import { MANAGER_ROLES } from "../declaration/roles.ts";
import { Moment, pageQuery, ResourceId } from "../values/fields.ts";

export const organizationEventList = defineOperation({
  id: "organizationEvent.list",
  resource: "organization",
  family: "Audit",
  method: "GET",
  path: "/organizations/{organization_id}/audit-events",
  audience: "console",
  subject: "organization",
  roles: MANAGER_ROLES,
  summary: "List what happened in the organization outside of its workspaces, newest first",
  description: "`from` is included, `to` is not.",
  params: { organization_id: OrganizationId },
  query: {
    ...pageQuery(),
    action: z.string().min(1).max(128).optional(),
    actor_id: ResourceId.optional(),
    resource_id: ResourceId.optional(),
    from: Moment.optional(),
    to: Moment.optional(),
  },
  output: z.array(OrganizationEvent),
  list: true,
});
