import type { ResourceDefinition } from "../declaration/resource.ts";

/** Shared by resources that belong to an organization or a user instead of a workspace. */
const shared = { parents: [], scope: null, topic: null, page: null } as const;
const ofOrganization = { ...shared, parents: ["organization"] } as const;

export const tenancyResources = {
  organization: {
    ...shared,
    title: ["Organization", "Organizations"],
    prefix: "org",
    parameter: "organization_id",
    field: "organization_id",
  },
  workspace: {
    ...ofOrganization,
    title: ["Workspace", "Workspaces"],
    prefix: null,
    parameter: "id",
    field: "workspace_id",
    topic: "workspace",
  },
  member: {
    ...ofOrganization,
    title: ["Member", "Members"],
    prefix: null,
    parameter: "user_id",
    field: "user_id",
    topic: "member",
  },
  invitation: {
    ...ofOrganization,
    title: ["Invitation", "Invitations"],
    prefix: "inv",
    parameter: "invitation_id",
    field: "invitation_id",
    topic: "member",
  },
  api_token: {
    ...ofOrganization,
    title: ["API token", "API tokens"],
    prefix: "tok",
    parameter: "token_id",
    field: "token_id",
    topic: "api_token",
  },
  user: { ...shared, title: ["User", "Users"], prefix: null, parameter: "user_id", field: "user_id" },
  session: { ...shared, title: ["Session", "Sessions"], prefix: null, parameter: "session_id", field: "session_id" },
  passkey: { ...shared, title: ["Passkey", "Passkeys"], prefix: null, parameter: "passkey_id", field: "passkey_id" },
  audit_event: {
    ...shared,
    title: ["Audit event", "Audit events"],
    prefix: "aud",
    parameter: null,
    field: "audit_event_id",
  },
  event: { ...shared, title: ["Event", "Events"], prefix: "evt", parameter: null, field: "event_id" },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
