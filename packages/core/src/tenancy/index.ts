export { acceptAsNewMember, readInvitation } from "./accept-invitation.ts";
export { tenancyConstraintErrors } from "./constraint-errors.ts";
export { tenancyHandlers } from "./handlers.ts";
export { identifyUser, roleOf } from "./identify-user.ts";
export { isInvitationInForce } from "./invitation.ts";
export { type CredentialKind, type Reach, reachValues } from "./member-credentials.ts";
export { createOrganization } from "./organization.ts";
export { seedDemo } from "./seed-demo.ts";
export { createWorkspace } from "./workspace.ts";
