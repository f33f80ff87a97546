// Organizations with their members and invitations, as the console manages them.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { MANAGER_ROLES, SITE_READER_ROLES } from "../declaration/roles.ts";
import { DeletionWindow, WorkspaceRecord } from "../tenancy/workspace.ts";
import { pageQuery, ResourceId, Timestamp, WorkspaceId } from "../values/fields.ts";
import {
  InvitationAcceptance,
  MemberCredentials,
  MemberRemoval,
  MemberRole,
  MemberWorkspaceRole,
  NewInvitation,
} from "./member.ts";
import { OperatorView } from "./operator-view.ts";
import { ApprovalRule, NewOrganization, OrganizationId, OrganizationName } from "./organization.ts";
import { SiteHealth } from "./site-health.ts";

const family = "Organization";
const audience = "console";
const managed = { family, audience, subject: "organization", roles: MANAGER_ROLES } as const;

const inOrganization = { organization_id: OrganizationId };
const organization = "/organizations/{organization_id}";
const members = `${organization}/members` as const;
const invitations = `${organization}/invitations` as const;

const organizationCreate = defineOperation({
  id: "organization.create",
  resource: "organization",
  family,
  audience,
  subject: "account",
  method: "POST",
  path: "/organizations",
  summary: "Create an organization with a first workspace, owned by its creator",
  success: 201,
  body: NewOrganization.meta({ id: "NewOrganization", examples: [{ name: "Engines", workspace_name: "Default" }] }),
  output: z.strictObject({ organization_id: z.string(), workspace_id: z.string() }),
});

const organizationRename = defineOperation({
  ...managed,
  id: "organization.rename",
  resource: "organization",
  method: "PATCH",
  path: organization,
  summary: "Rename the organization",
  params: inOrganization,
  body: OrganizationName.pick({ name: true }).meta({ id: "OrganizationRename", examples: [{ name: "Engines" }] }),
  output: z.strictObject(inOrganization),
});

const organizationSetApprovals = defineOperation({
  ...managed,
  id: "organization.setApprovals",
  resource: "organization",
  method: "PATCH",
  path: `${organization}/approval-settings`,
  summary: "Say whether two people must approve what guarded tokens ask for",
  description:
    "What waits keeps the rule that held when it was asked for. Two people must turn the rule off: " +
    "the first request is noted in `one_person_asked`, and another owner or admin sends the same within 24 hours. " +
    "`true` withdraws it.",
  params: inOrganization,
  body: z
    .strictObject({ approvals_need_two_people: z.boolean() })
    .meta({ id: "ApprovalSettings", examples: [{ approvals_need_two_people: true }] }),
  output: z.strictObject({ ...inOrganization, ...ApprovalRule.shape }),
});

const organizationSetStrictScopes = defineOperation({
  ...managed,
  id: "organization.setStrictScopes",
  resource: "organization",
  method: "PATCH",
  path: `${organization}/scope-settings`,
  summary: "Say whether scopes are strict",
  description:
    "With `strict_scopes`, operations that the specification gives one scope also need the read scope of what they " +
    "hand out.",
  params: inOrganization,
  body: z
    .strictObject({ strict_scopes: z.boolean() })
    .meta({ id: "ScopeSettings", examples: [{ strict_scopes: true }] }),
  output: z.strictObject({ ...inOrganization, strict_scopes: z.boolean() }),
});

/** A rule of the operations that grant a role. */
const OWNERS_BY_OWNERS = "Only owners may add, change or remove owners.";

const oneMember = { ...inOrganization, user_id: ResourceId };
const Member = z.strictObject({ user_id: z.string() });

const memberSetRole = defineOperation({
  ...managed,
  id: "member.setRole",
  resource: "member",
  method: "PATCH",
  path: `${members}/{user_id}`,
  summary: "Give a member another role",
  description:
    "The new role applies from their next request, except in workspaces where they have a role of their own. " +
    "Owners and admins " +
    "have none: these end. API tokens and access keys that can do more than the member may are revoked. " +
    OWNERS_BY_OWNERS,
  params: oneMember,
  body: MemberRole,
  output: Member,
  errors: ["not_found", "conflict"],
});

const memberSetWorkspaceRole = defineOperation({
  ...managed,
  id: "member.setWorkspaceRole",
  resource: "member",
  method: "PUT",
  path: `${members}/{user_id}/workspace-roles/{workspace_id}`,
  verbPhrase: "change a member's role in a workspace",
  summary: "Give a member another role in one workspace, or take it back",
  description:
    "The workspace role replaces the member's role of the organization in this workspace, from their next request. " +
    "Null takes it " +
    "back. API tokens and access keys that can do more there than the member may are revoked. " +
    "Owners and admins have their " +
    "role everywhere.",
  params: { ...oneMember, workspace_id: WorkspaceId },
  body: MemberWorkspaceRole,
  output: Member,
  errors: ["not_found", "conflict"],
});

const memberCredentials = defineOperation({
  ...managed,
  id: "member.credentials",
  resource: "member",
  method: "GET",
  path: `${members}/{user_id}/credentials`,
  allowedToSelf: true,
  summary: "Count the credentials that end with a membership",
  params: oneMember,
  output: MemberCredentials,
  errors: ["not_found"],
});

const memberRemove = defineOperation({
  ...managed,
  id: "member.remove",
  resource: "member",
  method: "DELETE",
  path: `${members}/{user_id}`,
  allowedToSelf: true,
  verbPhrase: "remove a member",
  summary: "End a membership; every member may end their own",
  description:
    "Revokes their API tokens, and the access keys that they or these tokens made, unless `keep_credentials` is true. " +
    "Their open invitations always end. Somebody who leaves cannot keep their own.",
  params: oneMember,
  body: MemberRemoval,
  output: Member,
  errors: ["not_found", "conflict"],
});

const invitationCreate = defineOperation({
  ...managed,
  id: "invitation.create",
  resource: "invitation",
  method: "POST",
  path: invitations,
  summary: "Invite somebody to join",
  description: `The secret of the link is shown only in this answer. ${OWNERS_BY_OWNERS}`,
  success: 201,
  shownOnce: true,
  params: inOrganization,
  body: NewInvitation.omit({ organization_id: true }).meta({
    id: "NewInvitation",
    examples: [{ email: "ada@example.com", role: "developer" }],
  }),
  output: z.strictObject({ invitation_id: z.string(), secret: z.string(), expires_at: Timestamp }),
  errors: ["conflict"],
});

const invitationRevoke = defineOperation({
  ...managed,
  id: "invitation.revoke",
  resource: "invitation",
  method: "DELETE",
  path: `${invitations}/{invitation_id}`,
  summary: "Revoke an invitation, so that its link is no longer valid",
  params: { ...inOrganization, invitation_id: ResourceId },
  output: z.strictObject({ invitation_id: z.string() }),
  errors: ["not_found"],
});

const invitationAccept = defineOperation({
  id: "invitation.accept",
  resource: "invitation",
  family,
  audience,
  subject: "account",
  method: "POST",
  path: "/invitations/accept",
  summary: "Join by an invitation to one's own address",
  body: InvitationAcceptance.meta({ id: "InvitationAcceptance", examples: [{ token: "k3J9…" }] }),
  output: z.strictObject({ organization_id: z.string() }),
  errors: ["not_found", "conflict"],
});

const workspaceSetDeletionWindow = defineOperation({
  ...managed,
  id: "workspace.setDeletionWindow",
  resource: "workspace",
  method: "PUT",
  path: `${organization}/workspaces/{id}/deletion-window`,
  roles: ["owner"],
  verbPhrase: "change the deletion window",
  summary: "Set for how long deleted VMs and volumes of a workspace can be restored",
  description: "What was deleted before keeps the window that it had.",
  params: { ...inOrganization, id: ResourceId },
  body: DeletionWindow,
  output: WorkspaceRecord,
  errors: ["not_found"],
});

const siteHealthList = defineOperation({
  ...managed,
  id: "siteHealth.list",
  resource: "organization",
  method: "GET",
  path: `${organization}/site-health`,
  roles: SITE_READER_ROLES,
  summary: "List the provider of each site, and whether it works",
  params: inOrganization,
  output: z.array(SiteHealth),
});

const operatorViewList = defineOperation({
  ...managed,
  id: "operatorView.list",
  resource: "organization",
  method: "GET",
  path: `${organization}/operator-views`,
  summary: "List which operators of the cloud viewed the organization, when and why, newest first",
  params: inOrganization,
  query: pageQuery(),
  output: z.array(OperatorView),
  list: true,
});

export const organizationOperations = [
  organizationCreate,
  organizationRename,
  organizationSetApprovals,
  organizationSetStrictScopes,
  memberSetRole,
  memberSetWorkspaceRole,
  memberCredentials,
  memberRemove,
  invitationCreate,
  invitationRevoke,
  invitationAccept,
  workspaceSetDeletionWindow,
  siteHealthList,
  operatorViewList,
] as const;
