// The organization of the workspace that the caller names: its workspaces, members and invitations.
import { z } from "zod";
import { InvitationRecord, MemberRecord } from "../console/member.ts";
import { defineOperation } from "../declaration/operation.ts";
import { MANAGER_ROLES } from "../declaration/roles.ts";
import { Name, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { LONGEST_DELETION_WINDOW_HOURS } from "../values/limits.ts";

export const WorkspaceRecord = z
  .strictObject({
    workspace_id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    /** For how many hours deleted VMs and volumes can be restored. 0: not at all. */
    deletion_window_hours: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: "Workspace" });
export type WorkspaceRecord = z.infer<typeof WorkspaceRecord>;

export const NewWorkspace = z
  .strictObject({ name: Name })
  .meta({ id: "NewWorkspace", examples: [{ name: "staging" }] });
export const UpdateWorkspace = z
  .strictObject({ name: Name.optional() })
  .meta({ id: "UpdateWorkspace", examples: [{ name: "staging" }] });

/** How long a workspace keeps what is deleted in it. */
export const DeletionWindow = z
  .strictObject({ deletion_window_hours: z.int().min(0).max(LONGEST_DELETION_WINDOW_HOURS) })
  .meta({ id: "DeletionWindow", examples: [{ deletion_window_hours: 72 }] });

const shared = { family: "Organization", ofOrganization: true } as const;
const workspaces = { ...shared, resource: "workspace" } as const;
/** Its name differs from `workspace_id`, the workspace that every request names. */
const oneWorkspace = { id: ResourceId };
const workspace = "/workspaces/{id}";

const workspaceList = defineOperation({
  ...workspaces,
  id: "workspace.list",
  method: "GET",
  path: "/workspaces",
  scope: "workspace.read",
  summary: "List the organization's workspaces that the caller may use, newest first",
  query: { ...pageQuery(), name: z.string().max(63).optional() },
  output: z.array(WorkspaceRecord),
  list: true,
});

const workspaceGet = defineOperation({
  ...workspaces,
  id: "workspace.get",
  method: "GET",
  path: workspace,
  scope: "workspace.read",
  summary: "Get a workspace",
  params: oneWorkspace,
  output: WorkspaceRecord,
  errors: ["not_found"],
});

const workspaceCreate = defineOperation({
  ...workspaces,
  id: "workspace.create",
  method: "POST",
  path: "/workspaces",
  scope: "workspace.write",
  summary: "Create a workspace",
  description: "A token of specific workspaces cannot create one, because it could not use it.",
  success: 201,
  body: NewWorkspace,
  output: WorkspaceRecord,
  errors: ["conflict"],
});

const workspaceUpdate = defineOperation({
  ...workspaces,
  id: "workspace.update",
  method: "PATCH",
  path: workspace,
  scope: "workspace.write",
  summary: "Rename a workspace",
  params: oneWorkspace,
  body: UpdateWorkspace,
  output: WorkspaceRecord,
  errors: ["not_found", "conflict"],
});

const workspaceDelete = defineOperation({
  ...workspaces,
  id: "workspace.delete",
  method: "DELETE",
  path: workspace,
  scope: "workspace.write",
  summary: "Delete an empty workspace",
  params: oneWorkspace,
  output: z.strictObject({ workspace_id: z.string() }).meta({ id: "WorkspaceDeletion" }),
  errors: ["not_found", "conflict"],
});

const memberList = defineOperation({
  ...shared,
  id: "member.list",
  resource: "member",
  method: "GET",
  path: "/members",
  scope: "workspace.read",
  summary: "List the organization's members, in the order in which they joined",
  query: pageQuery(),
  output: z.array(MemberRecord),
  list: true,
});

const invitationList = defineOperation({
  ...shared,
  id: "invitation.list",
  resource: "invitation",
  method: "GET",
  path: "/invitations",
  scope: "workspace.read",
  roles: MANAGER_ROLES,
  verbPhrase: "see invitations",
  summary: "List the open invitations to the organization, newest first",
  query: pageQuery(),
  output: z.array(InvitationRecord),
  list: true,
});

/** The family's operations of the public API, in the documentation's order. */
export const tenancyOperations = [
  workspaceList,
  workspaceGet,
  workspaceCreate,
  workspaceUpdate,
  workspaceDelete,
  memberList,
  invitationList,
] as const;
