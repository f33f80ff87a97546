// A member's role in one workspace, in place of the organization's (docs/adr/0090).
import {
  catalog,
  MANAGER_ROLES,
  type Operation,
  type OperationId,
  ROLES,
  type Role,
  roleInWorkspace,
  type Scope,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, together } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";

let api: Api;
let fixture: ConsoleFixture;
/** The workspace in which members get another role, and one in which they have that of the organization. */
let staging: { readonly workspace_id: string };
let production: { readonly workspace_id: string };
beforeAll(async () => {
  api = await startApi({ FULMAR_RATE_LIMIT: "100000", FULMAR_RATE_BURST: "100000" });
  fixture = await ConsoleFixture.open(api);
  staging = fixture.workspace;
  production = { workspace_id: fixture.tenant.otherWorkspaceId };
});
afterAll(() => api.close());

async function as(userId: string, id: OperationId, input: object): Promise<Record<string, unknown>> {
  const { value, refusal } = await fixture.call(id, { ...input }, { credentials: fixture.as(userId) });
  if (refusal !== undefined) throw refusal;
  return value;
}

/** The code with which a call is refused. */
async function refused(userId: string, id: OperationId, input: object): Promise<string | undefined> {
  return (await fixture.call(id, { ...input }, { credentials: fixture.as(userId) })).refusal?.code;
}

const give = (user_id: string, role: WorkspaceRole | null, workspace = staging) =>
  as(fixture.people.owner, "member.setWorkspaceRole", { ...fixture.organization, ...workspace, user_id, role });

const setRole = (user_id: string, role: Role) =>
  as(fixture.people.owner, "member.setRole", { ...fixture.organization, user_id, role });

async function memberWith(role: Role, there: WorkspaceRole): Promise<string> {
  const userId = await fixture.member(role);
  await give(userId, there);
  return userId;
}

const newVolume = () => ({ name: fixture.name().slice(0, 40), size_gb: 10, site_id: "site-ams-1" });

/** The details of the audit events by which a member's roles have changed. */
async function told(user_id: string) {
  const events = await api.database.prisma.auditEvent.findMany({
    where: { resource_id: user_id, action: { startsWith: "member." } },
    orderBy: { at: "asc" },
  });
  return events.map(({ action, detail }) => `${action} ${detail}`);
}

async function shownRoles(user_id: string, by: { token?: string } = {}) {
  const { body } = await api.request("GET", "/members", {
    ...fixture.workspace,
    query: { limit: "100" },
    ...by,
    workspaceId: staging.workspace_id,
    token: by.token ?? fixture.tenant.token,
  });
  return body.find((member: { user_id: string }) => member.user_id === user_id).workspace_roles;
}

describe("the role in the workspace", () => {
  const operations: readonly Operation[] = catalog.filter(({ subject }) => subject === "workspace");
  const lesser = ROLES.filter((role) => !MANAGER_ROLES.includes(role));

  /** The answers to members with these roles in the whole organization, by role, workspace and operation. */
  const answers = new Map<string, Promise<string | undefined>>();
  function answerTo(role: Role, workspace: typeof staging, id: OperationId, input: object) {
    const key = `${role} ${workspace.workspace_id} ${id}`;
    const known = answers.get(key) ?? refused(fixture.people[role], id, input);
    answers.set(key, known);
    return known;
  }

  test.each(lesser.flatMap((role) => WORKSPACE_ROLES.map((there) => [role, there] as const)))(
    "%s of the organization, %s here: each operation is let in or refused as for a member with that role",
    async (role, there) => {
      const userId = await memberWith(role, there);
      const differing: string[] = [];
      await together(operations, async ({ id, ofOrganization }) => {
        for (const workspace of [staging, production]) {
          const input = { ...workspace, unknown_field: 1 };
          const like = ofOrganization || workspace === production ? role : there;
          const [theirs, expected] = await Promise.all([
            refused(userId, id as OperationId, input),
            answerTo(like, workspace, id as OperationId, input),
          ]);
          if (theirs !== expected) differing.push(`${id}: ${theirs} instead of ${expected}`);
        }
      });
      expect(differing).toEqual([]);
    },
  );

  test("is what a viewer needs to change this workspace, and no other", async () => {
    const viewer = await memberWith("viewer", "developer");
    const created = await as(viewer, "volume.create", { ...staging, ...newVolume() });
    expect(created.volume_id).toEqual(expect.any(String));
    expect(await refused(viewer, "volume.create", { ...production, ...newVolume() })).toBe("scope_missing");
    await as(viewer, "volume.list", production);
  });

  test("lowers a developer in this workspace, from the next request on", async () => {
    const developer = await fixture.member("developer");
    await as(developer, "volume.create", { ...staging, ...newVolume() });
    await give(developer, "viewer");
    expect(await refused(developer, "volume.create", { ...staging, ...newVolume() })).toBe("scope_missing");
    await as(developer, "volume.create", { ...production, ...newVolume() });
    await give(developer, null);
    await as(developer, "volume.create", { ...staging, ...newVolume() });
  });

  test("shows the searched, counted and told of this workspace as it permits", async () => {
    const { volume_id } = await as(fixture.people.owner, "volume.create", { ...staging, ...newVolume() });
    const viewer = await memberWith("viewer", "billing");
    const locate = { ...staging, id: volume_id };
    const found = async (userId: string) =>
      (await fixture.call("search.locate", locate, { credentials: fixture.as(userId) })).value;
    expect(await found(fixture.people.viewer)).toMatchObject({ id: volume_id });
    expect(await found(viewer)).toBeNull();
    expect((await as(viewer, "overview.get", staging)).counts).toEqual(
      (await as(fixture.people.billing, "overview.get", staging)).counts,
    );
    expect(await refused(viewer, "auditEvent.list", staging)).toBe(
      await refused(fixture.people.billing, "auditEvent.list", staging),
    );
  });

  test("does not show the wallet of the organization", async () => {
    const viewer = await memberWith("viewer", "billing");
    expect(await refused(viewer, "wallet.get", fixture.organization)).toBe("role_insufficient");
    expect((await as(viewer, "overview.get", staging)).spend).toMatchObject({ balance: null });
    expect((await as(fixture.people.billing, "overview.get", staging)).spend).not.toMatchObject({ balance: null });
  });

  test("is shown to the member, and by the list of members", async () => {
    const viewer = await memberWith("viewer", "developer");
    const { organizations } = await as(viewer, "session.me", {});
    expect(organizations).toMatchObject([
      {
        role: "viewer",
        workspaces: [
          { ...staging, role: "developer" },
          { ...production, role: "viewer" },
        ],
      },
    ]);
    expect(await shownRoles(viewer)).toEqual([{ ...staging, role: "developer" }]);
    await give(viewer, "secret_reader", production);
    const confined = await fixture.token({ workspaceIds: [staging.workspace_id] });
    expect(await shownRoles(viewer, { token: confined })).toEqual([{ ...staging, role: "developer" }]);
  });
});

describe("giving and taking it back", () => {
  test("writes what it was before", async () => {
    const viewer = await memberWith("viewer", "developer");
    await give(viewer, "billing");
    await give(viewer, null);
    const { name } = await api.database.prisma.workspace.findUniqueOrThrow({
      where: { workspace_id: BigInt(staging.workspace_id) },
    });
    expect(await told(viewer)).toEqual([
      `member.setWorkspaceRole ${name}: none → developer`,
      `member.setWorkspaceRole ${name}: developer → billing`,
      `member.setWorkspaceRole ${name}: billing → none`,
    ]);
  });

  test("is refused for owners and admins, who have their role everywhere", async () => {
    for (const role of MANAGER_ROLES) {
      const input = { ...fixture.organization, ...staging, user_id: await fixture.member(role), role: "viewer" };
      expect(await refused(fixture.people.owner, "member.setWorkspaceRole", input)).toBe("manager_everywhere");
    }
    const ofOwner = { ...fixture.organization, ...staging, user_id: fixture.people.owner, role: null };
    expect(await refused(fixture.people.admin, "member.setWorkspaceRole", ofOwner)).toBe("role_insufficient");
  });

  test("misses members and workspaces of others", async () => {
    const elsewhere = await ConsoleFixture.open(api);
    const user_id = await fixture.member("viewer");
    const input = { ...fixture.organization, ...staging, user_id, role: "developer" };
    for (const wrong of [elsewhere.workspace, { user_id: elsewhere.people.viewer }])
      expect(await refused(fixture.people.owner, "member.setWorkspaceRole", { ...input, ...wrong })).toBe("not_found");
  });

  test("becoming an admin ends it, and being one no longer does not bring it back", async () => {
    const viewer = await memberWith("viewer", "developer");
    await setRole(viewer, "admin");
    expect((await told(viewer)).slice(1).sort()).toEqual([
      expect.stringMatching(/^member.setRole viewer → admin$/),
      expect.stringMatching(/^member.setWorkspaceRole .*: developer → none$/),
    ]);
    await setRole(viewer, "viewer");
    expect(await shownRoles(viewer)).toEqual([]);
    expect(await refused(viewer, "volume.create", { ...staging, ...newVolume() })).toBe("scope_missing");
  });

  test("it ends with the membership, and with the workspace", async () => {
    const viewer = await memberWith("viewer", "developer");
    const left = () => api.database.prisma.workspaceRole.count({ where: { user_id: viewer } });
    const made = await as(fixture.people.owner, "workspace.create", { ...staging, name: fixture.name().slice(0, 40) });
    await give(viewer, "developer", { workspace_id: String(made.workspace_id) });
    expect(await left()).toBe(2);
    await as(fixture.people.owner, "workspace.delete", { ...staging, id: made.workspace_id });
    expect(await left()).toBe(1);
    expect(
      await refused(fixture.people.owner, "member.setWorkspaceRole", {
        ...fixture.organization,
        workspace_id: made.workspace_id,
        user_id: viewer,
        role: "viewer",
      }),
    ).toBe("not_found");
    await as(fixture.people.owner, "member.remove", { ...fixture.organization, user_id: viewer });
    expect(await left()).toBe(0);
  });

  test("is planned without a trace", async () => {
    const viewer = await fixture.member("viewer");
    const { refusal } = await fixture.plan("member.setWorkspaceRole", {
      ...fixture.organization,
      ...staging,
      user_id: viewer,
      role: "developer",
    });
    expect(refusal).toBeUndefined();
    expect(await shownRoles(viewer)).toEqual([]);
  });

  test("no role is given in a workspace that ends at the same time", async () => {
    for (let round = 0; round < 8; round++) {
      const viewer = await fixture.member("viewer");
      const { workspace_id } = await as(fixture.people.owner, "workspace.create", {
        ...staging,
        name: fixture.name().slice(0, 40),
      });
      const place = { workspace_id: String(workspace_id) };
      await Promise.allSettled([
        give(viewer, "developer", place),
        as(fixture.people.owner, "workspace.delete", { ...staging, id: workspace_id }),
      ]);
      const { deleted_at } = await api.database.prisma.workspace.findUniqueOrThrow({
        where: { workspace_id: BigInt(place.workspace_id) },
      });
      expect(deleted_at).not.toBeNull();
      expect(
        await api.database.prisma.workspaceRole.count({ where: { workspace_id: BigInt(place.workspace_id) } }),
      ).toBe(0);
    }
  });
});

describe("credentials", () => {
  const STORAGE: readonly Scope[] = ["object-storage.read", "object-storage.write", "object-storage.delete"];

  async function keyBy(userId: string, permission: string, workspace = staging): Promise<string> {
    const body = { ...workspace, name: fixture.name().slice(0, 40), permission };
    return String((await as(userId, "accessKey.create", body)).access_key_id);
  }

  async function keysInForce(...keys: readonly string[]): Promise<string[]> {
    const found = await api.database.prisma.accessKey.findMany({ where: { access_key_id: { in: [...keys] } } });
    return keys.filter((key) => found.some(({ access_key_id }) => access_key_id === key));
  }

  async function tokenBy(userId: string, scopes: readonly Scope[], ...workspaces: readonly (typeof staging)[]) {
    const limits = workspaces.length === 0 ? "entire_organization" : "specific_workspaces";
    const { token } = await as(userId, "apiToken.create", {
      ...{ ...staging, name: fixture.name(), scopes, workspace_policy: limits, expires_at: null },
      workspace_ids: workspaces.map(({ workspace_id }) => workspace_id),
    });
    return { token: String(token), workspaceId: (workspaces[0] ?? staging).workspace_id };
  }

  const statusOf = async (made: { token: string; workspaceId: string }) =>
    (await api.request("GET", "/token", made)).status;

  test("keys end in the workspace where the role is lowered, and stay in the others", async () => {
    const developer = await fixture.member("developer");
    const keys = [
      await keyBy(developer, "read"),
      await keyBy(developer, "read_write"),
      await keyBy(developer, "read_write", production),
    ] as const;
    await give(developer, "viewer");
    expect(await keysInForce(...keys)).toEqual([keys[0], keys[2]]);
    await give(developer, "billing");
    expect(await keysInForce(...keys)).toEqual([keys[2]]);
  });

  test("keys end when a higher workspace role is taken back", async () => {
    const viewer = await memberWith("viewer", "developer");
    const key = await keyBy(viewer, "read_write");
    await give(viewer, "developer");
    expect(await keysInForce(key)).toEqual([key]);
    await give(viewer, null);
    expect(await keysInForce(key)).toEqual([]);
  });

  test("a lowered role of the organization leaves keys where the workspace role covers them", async () => {
    const developer = await memberWith("developer", "developer");
    const keys = [await keyBy(developer, "read_write"), await keyBy(developer, "read_write", production)] as const;
    await setRole(developer, "viewer");
    expect(await keysInForce(...keys)).toEqual([keys[0]]);
  });

  test("tokens end that work where a role is lowered", async () => {
    const admin = await fixture.member("admin");
    const everywhere = await tokenBy(admin, STORAGE);
    const [here, there, both] = [
      await tokenBy(admin, STORAGE, staging),
      await tokenBy(admin, STORAGE, production),
      await tokenBy(admin, STORAGE, production, staging),
    ];
    const reads = await tokenBy(admin, ["object-storage.read"]);
    const statuses = () => Promise.all([everywhere, here, there, both, reads].map(statusOf));
    await setRole(admin, "developer");
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    await give(admin, "viewer");
    expect(await statuses()).toEqual([401, 401, 200, 401, 200]);
  });

  test("tokens of a workspace stay where the workspace role covers them, and those that do more for the organization end", async () => {
    const admin = await fixture.member("admin");
    const [here, there] = [await tokenBy(admin, STORAGE, staging), await tokenBy(admin, STORAGE, production)];
    const invoices = await tokenBy(admin, ["billing.read"], staging);
    // An admin has no workspace role, so the member becomes a developer first.
    await setRole(admin, "developer");
    await give(admin, "developer");
    await setRole(admin, "viewer");
    expect(await Promise.all([here, there, invoices].map(statusOf))).toEqual([200, 401, 401]);
  });

  test("signed URLs of the CDN end in the workspace alone", async () => {
    const developer = await fixture.member("developer");
    const signed = async (workspace: typeof staging) => {
      const bucket_name = fixture.name().replace(" ", "-");
      await as(fixture.people.owner, "bucket.create", { ...workspace, name: bucket_name, region: "eu-central-1" });
      const { cdn_url } = await as(developer, "cdnUrl.generate", { ...workspace, bucket_name, object_key: "a" });
      return new URL(String(cdn_url)).searchParams.get("signer") ?? "";
    };
    const signers = [await signed(staging), await signed(production)];
    await give(developer, "viewer");
    const found = await api.database.prisma.cdnUrlSigner.findMany({
      where: { signer: { in: signers }, revoked_at: null },
    });
    expect(found.map(({ signer }) => signer)).toEqual([signers[1]]);
  });

  test("every key that is made at the same time ends, or is refused", async () => {
    for (let round = 0; round < 8; round++) {
      const developer = await fixture.member("developer");
      const [key] = await Promise.allSettled([keyBy(developer, "read_write"), give(developer, "viewer")]);
      if (key.status === "fulfilled") expect(await keysInForce(key.value)).toEqual([]);
    }
  });
});

test.each(ROLES)("%s: owners and admins keep theirs, and for all others the workspace role counts", (role) => {
  expect(roleInWorkspace(role, "viewer")).toBe(MANAGER_ROLES.includes(role) ? role : "viewer");
  expect(roleInWorkspace(role, null)).toBe(role);
});
