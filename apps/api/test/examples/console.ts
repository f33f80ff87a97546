import { randomUUID } from "node:crypto";
import { type ConsoleOperationId, catalog, type Operation } from "@fulmar/contract";
import type { ConsoleFixture } from "../console-fixture.ts";

type Input = Readonly<Record<string, unknown>>;

async function invited(fixture: ConsoleFixture): Promise<Input> {
  const email = `${randomUUID()}@example.com`;
  return fixture.make("invitation.create", { ...fixture.organization, email, role: "viewer" });
}

/** A request of each console operation that succeeds for an owner. An operation without one does not compile. */
export const consoleExamples: {
  readonly [Id in ConsoleOperationId]: (fixture: ConsoleFixture) => Promise<Input> | Input;
} = {
  "organization.create": ({ name }) => ({ name: name(), workspace_name: "one" }),
  "organization.rename": ({ organization }) => ({ ...organization, name: "Difference engines" }),
  "organization.setApprovals": ({ organization }) => ({ ...organization, approvals_need_two_people: false }),
  "organization.setStrictScopes": ({ organization }) => ({ ...organization, strict_scopes: false }),
  "approval.approve": async (fixture) => ({ ...fixture.workspace, ...(await fixture.waiting()) }),
  "approval.reject": async (fixture) => ({ ...fixture.workspace, ...(await fixture.waiting()), reason: "Not now" }),
  "organizationEvent.list": ({ organization }) => organization,
  "member.setRole": async (fixture) => ({
    ...fixture.organization,
    user_id: await fixture.member("viewer"),
    role: "billing",
  }),
  "member.setWorkspaceRole": async (fixture) => ({
    ...fixture.organization,
    ...fixture.workspace,
    user_id: await fixture.member("viewer"),
    role: "developer",
  }),
  "member.credentials": async (fixture) => ({ ...fixture.organization, user_id: await fixture.member("admin") }),
  "member.remove": async (fixture) => ({ ...fixture.organization, user_id: await fixture.member("viewer") }),
  "invitation.create": ({ organization }) => ({
    ...organization,
    email: `${randomUUID()}@example.com`,
    role: "developer",
  }),
  "invitation.revoke": async (fixture) => {
    const { invitation_id } = await invited(fixture);
    return { ...fixture.organization, invitation_id };
  },
  "invitation.accept": async (fixture) => ({ token: await fixture.invitationToOwner() }),
  "workspace.setDeletionWindow": ({ organization, workspace }) => ({
    ...organization,
    id: workspace.workspace_id,
    deletion_window_hours: 24,
  }),
  "siteHealth.list": ({ organization }) => organization,
  "operatorView.list": ({ organization }) => organization,
  "wallet.get": ({ organization }) => organization,
  "wallet.ledger": ({ organization }) => organization,
  "session.me": () => ({}),
  "account.security": () => ({}),
  "account.events": () => ({}),
  "account.rename": () => ({ name: "Ada Lovelace" }),
  "account.changePassword": ({ password }) => ({ current_password: password, new_password: "another-password" }),
  "account.closeAnnouncement": async (fixture) => ({
    announcement_id: await fixture.announcement(),
    updated_at: "2030-01-01T22:00:00.000Z",
  }),
  "account.revokeSession": async (fixture) => ({ session_id: await fixture.session() }),
  "account.revokeOtherSessions": () => ({}),
  "account.renamePasskey": async (fixture) => ({ passkey_id: await fixture.passkey(), name: "Laptop" }),
  "account.removePasskey": async (fixture) => ({ passkey_id: await fixture.passkey() }),
  "overview.get": ({ workspace }) => workspace,
  "overview.listed": ({ workspace }) => ({ ...workspace, type: "cloud_vm" }),
  "overview.tags": ({ workspace }) => ({ ...workspace, type: "cloud_vm" }),
  "activity.list": ({ workspace }) => workspace,
  "activity.ended": ({ workspace }) => ({ ...workspace, operation_ids: ["op_none"] }),
  "search.find": ({ workspace }) => ({ ...workspace, text: "a" }),
  "search.locate": ({ workspace }) => ({ ...workspace, id: "vm_none" }),
  "search.named": ({ workspace }) => ({ ...workspace, ids: ["vm_none"] }),
  "volume.history": async (fixture) => ({ ...fixture.workspace, volume_id: await fixture.volume() }),
  "workspaceOperation.list": ({ workspace }) => workspace,
  "workspaceOperation.get": async (fixture) => ({ ...fixture.workspace, operation_id: await fixture.operation() }),
};

type AnyConsoleOperation = Operation & { readonly id: ConsoleOperationId };

/** Each console operation without its static types, for the generated tests. */
export const eachConsoleOperation = (catalog as readonly unknown[] as readonly AnyConsoleOperation[])
  .filter(({ audience }) => audience === "console")
  .map((operation) => [operation.id, operation] as const);
