import { acceptInvitation } from "./accept-invitation.ts";
import { createInvitation, listInvitations, revokeInvitation } from "./invitation.ts";
import { listMembers, removeMember, setMemberRole } from "./member.ts";
import { createOwnOrganization, renameOrganization } from "./organization.ts";
import { createOwnWorkspace, deleteWorkspace, renameWorkspace } from "./workspace.ts";

export const tenancyHandlers = {
  "organization.create": createOwnOrganization,
  "organization.rename": renameOrganization,
  "workspace.create": createOwnWorkspace,
  "workspace.rename": renameWorkspace,
  "workspace.delete": deleteWorkspace,
  "member.list": listMembers,
  "member.setRole": setMemberRole,
  "member.remove": removeMember,
  "invitation.list": listInvitations,
  "invitation.create": createInvitation,
  "invitation.revoke": revokeInvitation,
  "invitation.accept": acceptInvitation,
} as const;
