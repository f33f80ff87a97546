export { acceptAsNewMember, readInvitation } from "./accept-invitation.ts";
export { tenancyConstraintErrors } from "./constraint-errors.ts";
export { tenancyHandlers } from "./handlers.ts";
export { SITE_OF_UNKNOWN } from "./list-site-health.ts";
export { createOrganization } from "./organization.ts";
export { listFencedSites, readSiteConditions, type SiteCondition } from "./read-site-conditions.ts";
export { seedDemo } from "./seed-demo.ts";
export { createWorkspace } from "./workspace.ts";
