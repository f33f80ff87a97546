import { acceptInvitation } from "./accept-invitation.ts";
import { setApprovalRule } from "./approval-rule.ts";
import { createInvitation, listInvitations, revokeInvitation } from "./invitation.ts";
import { countMemberCredentials, listMembers, removeMember, setMemberRole } from "./member.ts";
import type { CredentialKinds } from "./member-credentials.ts";
import { createOwnOrganization, renameOrganization, setStrictScopes } from "./organization.ts";
import {
  createOwnWorkspace,
  deleteWorkspace,
  getWorkspace,
  listWorkspaces,
  setDeletionWindow,
  updateWorkspace,
} from "./workspace.ts";
import { setWorkspaceRole } from "./workspace-role.ts";

/** @param kinds the credentials of members, which families above store */
export const tenancyHandlers = (kinds: CredentialKinds) =>
  ({
    "organization.create": createOwnOrganization,
    "organization.rename": renameOrganization,
    "organization.setApprovals": setApprovalRule,
    "organization.setStrictScopes": setStrictScopes,
    "workspace.list": listWorkspaces,
    "workspace.get": getWorkspace,
    "workspace.create": createOwnWorkspace,
    "workspace.update": updateWorkspace,
    "workspace.delete": deleteWorkspace,
    "workspace.setDeletionWindow": setDeletionWindow,
    "member.list": listMembers,
    "member.setRole": setMemberRole(kinds),
    "member.setWorkspaceRole": setWorkspaceRole(kinds),
    "member.credentials": countMemberCredentials(kinds),
    "member.remove": removeMember(kinds),
    "invitation.list": listInvitations,
    "invitation.create": createInvitation,
    "invitation.revoke": revokeInvitation,
    "invitation.accept": acceptInvitation,
  }) as const;
