import type { ResourceDefinition } from "../resource-definition.ts";

/** What belongs to an organization or a person, and not to a workspace. */
const shared = { parents: [], scope: null, topic: null, page: null } as const;

export const tenancyResources = {
  organization: {
    ...shared,
    title: ["Organization", "Organizations"],
    prefix: "org",
    parameter: "organization_id",
    field: "organization_id",
  },
  workspace: {
    ...shared,
    title: ["Workspace", "Workspaces"],
    prefix: null,
    parameter: "workspace_id",
    field: "workspace_id",
    topic: "workspace",
  },
  member: {
    ...shared,
    title: ["Member", "Members"],
    prefix: null,
    parameter: "user_id",
    field: "user_id",
    topic: "member",
  },
  invitation: {
    ...shared,
    title: ["Invitation", "Invitations"],
    prefix: "inv",
    parameter: "invitation_id",
    field: "invitation_id",
    topic: "member",
  },
  api_token: {
    ...shared,
    title: ["API token", "API tokens"],
    prefix: "tok",
    parameter: "token_id",
    field: "token_id",
    topic: "api_token",
  },
  audit_event: {
    ...shared,
    title: ["Audit event", "Audit events"],
    prefix: "aud",
    parameter: null,
    field: "audit_event_id",
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
