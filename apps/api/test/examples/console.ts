import { randomUUID } from "node:crypto";
import { type ConsoleOperationId, catalog, type Operation } from "@fulmar/contract";
import type { ConsoleScene } from "../console-scene.ts";

type Input = Readonly<Record<string, unknown>>;

const RIGHTS = {
  scopes: ["vm.read"],
  workspace_policy: "entire_organization",
  workspace_ids: [],
  expires_at: null,
};

async function madeToken(scene: ConsoleScene): Promise<Input> {
  const { token_id } = await scene.make("apiToken.create", { ...scene.organization, name: scene.name(), ...RIGHTS });
  return { ...scene.organization, token_id };
}

async function invited(scene: ConsoleScene): Promise<Input> {
  const email = `${randomUUID()}@example.com`;
  return scene.make("invitation.create", { ...scene.organization, email, role: "viewer" });
}

/** A request of each console operation that succeeds for an owner. An operation without one does not compile. */
export const consoleExamples: {
  readonly [Id in ConsoleOperationId]: (scene: ConsoleScene) => Promise<Input> | Input;
} = {
  "organization.create": ({ name }) => ({ name: name(), workspace_name: "one" }),
  "organization.rename": ({ organization }) => ({ ...organization, name: "Difference engines" }),
  "organizationEvent.list": ({ organization }) => organization,
  "workspace.create": (scene) => ({ ...scene.organization, name: scene.name() }),
  "workspace.rename": ({ organization, workspace, name }) => ({ ...organization, ...workspace, name: name() }),
  "workspace.delete": async (scene) => {
    const { workspace_id } = await scene.make("workspace.create", { ...scene.organization, name: scene.name() });
    return { ...scene.organization, workspace_id };
  },
  "member.list": ({ organization }) => organization,
  "member.setRole": async (scene) => ({
    ...scene.organization,
    user_id: await scene.member("viewer"),
    role: "billing",
  }),
  "member.remove": async (scene) => ({ ...scene.organization, user_id: await scene.member("viewer") }),
  "invitation.list": ({ organization }) => organization,
  "invitation.create": ({ organization }) => ({
    ...organization,
    email: `${randomUUID()}@example.com`,
    role: "developer",
  }),
  "invitation.revoke": async (scene) => {
    const { invitation_id } = await invited(scene);
    return { ...scene.organization, invitation_id };
  },
  "invitation.accept": async (scene) => ({ token: await scene.invitationToOwner() }),
  "siteHealth.list": ({ organization }) => organization,
  "apiToken.list": ({ organization }) => organization,
  "apiToken.get": madeToken,
  "apiToken.create": ({ organization, name }) => ({ ...organization, name: name(), ...RIGHTS }),
  "apiToken.update": async (scene) => ({
    ...(await madeToken(scene)),
    name: scene.name(),
    allowed_ip_ranges: [],
    expires_at: null,
  }),
  "apiToken.rotate": async (scene) => {
    const place = await madeToken(scene);
    const { prefix } = await scene.make("apiToken.get", place);
    return { ...place, overlap: "1h", replaces: prefix };
  },
  "apiToken.endOldValue": async (scene) => {
    const place = await madeToken(scene);
    const { prefix } = await scene.make("apiToken.get", place);
    await scene.make("apiToken.rotate", { ...place, overlap: "1h", replaces: prefix });
    return place;
  },
  "apiToken.revoke": madeToken,
  "wallet.get": ({ organization }) => organization,
  "wallet.ledger": ({ organization }) => organization,
  "session.me": () => ({}),
  "account.security": () => ({}),
  "account.events": () => ({}),
  "account.rename": () => ({ name: "Ada Lovelace" }),
  "account.changePassword": ({ password }) => ({ current_password: password, new_password: "another-password" }),
  "account.revokeSession": async (scene) => ({ session_id: await scene.session() }),
  "account.revokeOtherSessions": () => ({}),
  "account.renamePasskey": async (scene) => ({ passkey_id: await scene.passkey(), name: "Laptop" }),
  "account.removePasskey": async (scene) => ({ passkey_id: await scene.passkey() }),
  "overview.get": ({ workspace }) => workspace,
  "activity.list": ({ workspace }) => workspace,
  "activity.ended": ({ workspace }) => ({ ...workspace, operation_ids: ["op_none"] }),
  "search.find": ({ workspace }) => ({ ...workspace, text: "a" }),
  "search.locate": ({ workspace }) => ({ ...workspace, id: "vm_none" }),
  "search.named": ({ workspace }) => ({ ...workspace, ids: ["vm_none"] }),
  "workspaceOperation.list": ({ workspace }) => workspace,
  "workspaceOperation.get": async (scene) => ({ ...scene.workspace, operation_id: await scene.operation() }),
};

type AnyConsoleOperation = Operation & { readonly id: ConsoleOperationId };

/** Each console operation without its static types, for the generated tests. */
export const eachConsoleOperation = (catalog as readonly unknown[] as readonly AnyConsoleOperation[])
  .filter(({ audience }) => audience === "console")
  .map((operation) => [operation.id, operation] as const);
