import type { OperationId, Role, Scope } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";

let api: Api;
let fixture: ConsoleFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await ConsoleFixture.open(api);
});
afterAll(() => api.close());

const READS: readonly Scope[] = ["vm.read", "object-storage.read"];
const STORAGE: readonly Scope[] = ["object-storage.read", "object-storage.write", "object-storage.delete"];
const EVERYWHERE = { workspace_policy: "entire_organization", workspace_ids: [], expires_at: null } as const;

/** Carries out an operation as a user. It must succeed. */
async function as(userId: string, id: OperationId, input: object) {
  const { value, refusal } = await fixture.call(id, { ...input }, { credentials: fixture.as(userId) });
  if (refusal !== undefined) throw refusal;
  return value;
}

async function tokenBy(userId: string, scopes: readonly Scope[]) {
  const body = { ...fixture.workspace, name: fixture.name(), scopes, ...EVERYWHERE };
  const { token_id, token } = await as(userId, "apiToken.create", body);
  return { id: String(token_id), value: String(token) };
}

async function keyBy(userId: string, permission: string): Promise<string> {
  const name = fixture.name().slice(0, 40);
  const { access_key_id } = await as(userId, "accessKey.create", { ...fixture.workspace, name, permission });
  return String(access_key_id);
}

async function keyByToken(token: string, permission: string): Promise<string> {
  const body = { name: fixture.name().slice(0, 40), permission };
  const workspaceId = fixture.workspace.workspace_id;
  const made = await api.request("POST", "/object-storage/access-keys", { token, workspaceId, body });
  expect(made.status).toBe(201);
  return made.body.access_key_id;
}

/** 200 while the token is in force, 401 afterwards. */
async function statusOf(token: string): Promise<number> {
  return (await api.request("GET", "/token", { token, workspaceId: fixture.workspace.workspace_id })).status;
}

/** Signs a URL on the CDN's domains, of a bucket that is made for it. Returns the signer that it names. */
async function signBy(userId: string): Promise<string> {
  const { workspace } = fixture;
  const name = `cdn-${fixture.name().replace(" ", "-")}`;
  await as(fixture.people.owner, "bucket.create", { ...workspace, name, region: "eu-central-1" });
  const { cdn_url } = await as(userId, "cdnUrl.generate", { ...workspace, bucket_name: name, object_key: "a" });
  return new URL(String(cdn_url)).searchParams.get("signer") ?? "";
}

async function signersInForce(...signers: readonly string[]): Promise<string[]> {
  const found = await api.database.prisma.cdnUrlSigner.findMany({ where: { signer: { in: [...signers] } } });
  const ended = new Set(found.filter(({ revoked_at }) => revoked_at !== null).map(({ signer }) => signer));
  expect(found).toHaveLength(signers.length);
  return signers.filter((signer) => !ended.has(signer));
}

async function keysInForce(...keys: readonly string[]): Promise<string[]> {
  const found = await api.database.prisma.accessKey.findMany({ where: { access_key_id: { in: [...keys] } } });
  const ids = new Set(found.map(({ access_key_id }) => access_key_id));
  return keys.filter((key) => ids.has(key));
}

/** The audit events of these resources that are not their creation. */
async function ends(...resources: readonly string[]) {
  const events = await api.database.prisma.auditEvent.findMany({
    where: { resource_id: { in: [...resources] }, NOT: { action: { endsWith: ".create" } } },
  });
  return events
    .map(({ action, actor_id, resource_id, workspace_id, result }) => [
      resources.indexOf(resource_id ?? ""),
      action,
      actor_id,
      workspace_id === null ? null : String(workspace_id),
      result,
    ])
    .sort();
}

/** One credential of each kind that an admin can make. */
async function everythingBy(admin: string) {
  const token = await tokenBy(admin, STORAGE);
  const keys = [await keyBy(admin, "read_write"), await keyByToken(token.value, "write")] as const;
  const invitation = await as(admin, "invitation.create", {
    ...fixture.organization,
    email: `${fixture.name().replace(" ", "-")}@example.com`,
    role: "viewer",
  });
  return { token, keys, invitation: String(invitation.invitation_id), secret: String(invitation.secret) };
}

const remove = (by: string, user_id: string, more: object = {}) =>
  fixture.call("member.remove", { ...fixture.organization, user_id, ...more }, { credentials: fixture.as(by) });

describe("removing a member", () => {
  test("revokes their tokens, keys, keys of their tokens and open invitations, with an event for each", async () => {
    const { owner } = fixture.people;
    const admin = await fixture.member("admin");
    const made = await everythingBy(admin);
    const ofOwner = { token: await tokenBy(owner, STORAGE), key: await keyBy(owner, "read_write") };
    expect((await fixture.call("member.credentials", { ...fixture.organization, user_id: admin })).value).toEqual({
      api_tokens: 1,
      access_keys: 2,
      invitations: 1,
    });
    expect(await statusOf(made.token.value)).toBe(200);

    expect((await remove(owner, admin)).value).toEqual({ user_id: admin });
    expect(await statusOf(made.token.value)).toBe(401);
    expect(await keysInForce(...made.keys, ofOwner.key)).toEqual([ofOwner.key]);
    expect(await statusOf(ofOwner.token.value)).toBe(200);
    const invitation = await api.database.prisma.invitation.count({ where: { invitation_id: made.invitation } });
    expect(invitation).toBe(0);
    const { workspace_id } = fixture.workspace;
    expect(await ends(made.token.id, ...made.keys, made.invitation)).toEqual([
      [0, "apiToken.revoke", owner, null, 200],
      [1, "accessKey.delete", owner, workspace_id, 200],
      [2, "accessKey.delete", owner, workspace_id, 200],
      [3, "invitation.revoke", owner, null, 200],
    ]);
  });

  test("ends the URLs that they signed, and no others; who returns signs with another name", async () => {
    const { owner } = fixture.people;
    const admin = await fixture.member("admin");
    const signers = [await signBy(admin), await signBy(owner)] as const;
    expect(await signBy(admin)).toBe(signers[0]);
    await remove(owner, admin);
    expect(await signersInForce(...signers)).toEqual([signers[1]]);
    await api.database.prisma.member.create({ data: { ...fixture.organization, user_id: admin, role: "admin" } });
    expect(await signBy(admin)).not.toBe(signers[0]);
  });

  test("keeps tokens and keys when it is asked to; the list of tokens then names a former member", async () => {
    const { owner } = fixture.people;
    const admin = await fixture.member("admin");
    const made = await everythingBy(admin);
    await remove(owner, admin, { keep_credentials: true });
    expect(await statusOf(made.token.value)).toBe(200);
    expect(await keysInForce(...made.keys)).toEqual(made.keys);
    expect(await ends(made.token.id, ...made.keys, made.invitation)).toEqual([
      [3, "invitation.revoke", owner, null, 200],
    ]);
    const { email, name } = await api.database.prisma.user.findUniqueOrThrow({ where: { id: admin } });
    const { value } = await fixture.call("apiToken.get", { ...fixture.workspace, token_id: made.token.id });
    expect(value?.created_by).toEqual({ name, email, is_member: false });
  });

  test("who leaves cannot keep theirs, and loses them", async () => {
    const admin = await fixture.member("admin");
    const made = await everythingBy(admin);
    expect((await remove(admin, admin, { keep_credentials: true })).refusal?.code).toBe("role_insufficient");
    expect(await statusOf(made.token.value)).toBe(200);
    expect((await remove(admin, admin)).value).toEqual({ user_id: admin });
    expect(await statusOf(made.token.value)).toBe(401);
    expect(await keysInForce(...made.keys)).toEqual([]);
  });

  test("revokes a token that they rotated last, because they have seen its value", async () => {
    const { owner } = fixture.people;
    const admin = await fixture.member("admin");
    const place = { ...fixture.workspace, token_id: (await tokenBy(owner, READS)).id };
    const { prefix } = await as(owner, "apiToken.get", place);
    const { token } = await as(admin, "apiToken.rotate", { ...place, replaces: prefix, overlap: "now" });
    await remove(owner, admin);
    expect(await statusOf(String(token))).toBe(401);
  });

  test("leaves what they made in another organization", async () => {
    const admin = await fixture.member("admin");
    const here = fixture;
    const elsewhere = await ConsoleFixture.open(api);
    await api.database.prisma.member.create({
      data: { ...elsewhere.organization, user_id: admin, role: "admin" },
    });
    fixture = elsewhere;
    const [token, key] = [await tokenBy(admin, READS), await keyBy(admin, "read")];
    fixture = here;
    await remove(here.people.owner, admin);
    fixture = elsewhere;
    expect(await statusOf(token.value)).toBe(200);
    expect(await keysInForce(key)).toEqual([key]);
    fixture = here;
  });

  test("ends every credential that is made at the same time, or refuses it", async () => {
    const { owner } = fixture.people;
    for (let round = 0; round < 8; round++) {
      const admin = await fixture.member("admin");
      const { value } = await tokenBy(admin, STORAGE);
      const [token, key, ofToken, removed] = await Promise.allSettled([
        tokenBy(admin, STORAGE),
        keyBy(admin, "read_write"),
        keyByToken(value, "read_write"),
        remove(owner, admin),
      ]);
      expect(removed.status).toBe("fulfilled");
      if (token.status === "fulfilled") expect(await statusOf(token.value.value)).toBe(401);
      const keys = [key, ofToken].flatMap((made) => (made.status === "fulfilled" ? [made.value] : []));
      expect(await keysInForce(...keys)).toEqual([]);
    }
  });
});

describe("revoking a token", () => {
  const revoke = (token_id: string, more: object = {}) =>
    as(fixture.people.owner, "apiToken.revoke", { ...fixture.workspace, token_id, ...more });

  test("deletes the access keys that it made, and no others, with an event for each", async () => {
    const { owner } = fixture.people;
    const [token, other] = [await tokenBy(owner, STORAGE), await tokenBy(owner, STORAGE)];
    const keys = [
      await keyByToken(token.value, "read"),
      await keyByToken(token.value, "write"),
      await keyByToken(other.value, "read"),
      await keyBy(owner, "read"),
    ] as const;
    const { access_keys } = await as(owner, "apiToken.get", { ...fixture.workspace, token_id: token.id });
    expect(access_keys).toBe(2);
    await revoke(token.id);
    expect(await keysInForce(...keys)).toEqual([keys[2], keys[3]]);
    const { workspace_id } = fixture.workspace;
    expect(await ends(token.id, ...keys)).toEqual([
      [0, "apiToken.revoke", owner, null, 200],
      [1, "accessKey.delete", owner, workspace_id, 200],
      [2, "accessKey.delete", owner, workspace_id, 200],
    ]);
  });

  test("keeps them when it is asked to", async () => {
    const token = await tokenBy(fixture.people.owner, STORAGE);
    const key = await keyByToken(token.value, "read");
    await revoke(token.id, { keep_credentials: true });
    expect(await statusOf(token.value)).toBe(401);
    expect(await keysInForce(key)).toEqual([key]);
  });

  test("ends every key that is made at the same time, or refuses it", async () => {
    for (let round = 0; round < 8; round++) {
      const token = await tokenBy(fixture.people.owner, STORAGE);
      const [key] = await Promise.allSettled([keyByToken(token.value, "read"), revoke(token.id)]);
      if (key.status === "fulfilled") expect(await keysInForce(key.value)).toEqual([]);
    }
  });
});

describe("a lowered role", () => {
  const setRole = (user_id: string, role: Role) =>
    as(fixture.people.owner, "member.setRole", { ...fixture.organization, user_id, role });

  test("ends the credentials that could do more than it, and no others", async () => {
    const { owner } = fixture.people;
    const admin = await fixture.member("admin");
    const made = {
      reads: await tokenBy(admin, READS),
      storage: await tokenBy(admin, STORAGE),
      secrets: await tokenBy(admin, ["secret-store.read"]),
    };
    const keys = [
      await keyBy(admin, "read"),
      await keyBy(admin, "write"),
      await keyByToken(made.storage.value, "read_write"),
    ] as const;
    await setRole(admin, "developer");
    const values = [made.reads.value, made.storage.value, made.secrets.value];
    expect(await Promise.all(values.map(statusOf))).toEqual([200, 200, 200]);
    expect(await keysInForce(...keys)).toEqual(keys);

    await setRole(admin, "secret_reader");
    expect(await Promise.all(values.map(statusOf))).toEqual([200, 401, 200]);
    await setRole(admin, "viewer");
    expect(await Promise.all(values.map(statusOf))).toEqual([200, 401, 401]);
    expect(await keysInForce(...keys)).toEqual([keys[0]]);
    expect(await ends(made.storage.id, made.secrets.id, ...keys)).toEqual([
      [0, "apiToken.revoke", owner, null, 200],
      [1, "apiToken.revoke", owner, null, 200],
      [3, "accessKey.delete", owner, fixture.workspace.workspace_id, 200],
      [4, "accessKey.delete", owner, fixture.workspace.workspace_id, 200],
    ]);
    await setRole(admin, "billing");
    expect(await statusOf(made.reads.value)).toBe(401);
    expect(await keysInForce(...keys)).toEqual([]);
  });

  test("ends every credential that is made at the same time, or refuses it", async () => {
    for (let round = 0; round < 8; round++) {
      const admin = await fixture.member("admin");
      const [token, key] = await Promise.allSettled([
        tokenBy(admin, STORAGE),
        keyBy(admin, "read_write"),
        setRole(admin, "viewer"),
      ]);
      if (token.status === "fulfilled") expect(await statusOf(token.value.value)).toBe(401);
      if (key.status === "fulfilled") expect(await keysInForce(key.value)).toEqual([]);
    }
  });
});

describe("the maker of a credential", () => {
  test("is shown with each token, key and invitation", async () => {
    const admin = await fixture.member("admin");
    const { email, name } = await api.database.prisma.user.findUniqueOrThrow({ where: { id: admin } });
    const made = await everythingBy(admin);
    const newest = (limit: number) => ({ ...fixture.workspace, limit });
    const { value: tokens } = await fixture.call("apiToken.list", newest(1));
    expect(tokens?.items).toMatchObject([{ token_id: made.token.id, created_by: { name, email, is_member: true } }]);
    const { value: keys } = await fixture.call("accessKey.list", { ...fixture.workspace, limit: 2 });
    expect(keys?.items).toMatchObject([
      { access_key_id: made.keys[1], created_by: { type: "token", id: made.token.id } },
      { access_key_id: made.keys[0], created_by: { type: "user", id: admin, name } },
    ]);
    const { value: invitations } = await fixture.call("invitation.list", newest(1));
    expect(invitations?.items).toMatchObject([{ invited_by: name }]);
  });
});
