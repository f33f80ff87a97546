import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { createCore } from "@fulmar/core";
import { seedPlatform, setWallet } from "@fulmar/core/operator";
import { createPerson, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRouter } from "./router.ts";

let testDatabase: TestDatabase;
let router: ReturnType<typeof createRouter>;
const people = { viewer: "", billing: "", owner: "" };
const workspaces: Record<"own" | "other", string> = { own: "", other: "" };

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const configuration = loadConfiguration({
    DATABASE_URL: testDatabase.url,
    FULMAR_SECRET: "0123456789abcdef0123456789abcdef",
  });
  await seedPlatform(database, { environment: "development" });
  const made = { name: "A", workspaces: { create: [{ name: "own" }, { name: "other" }] } };
  await database.prisma.organization.create({ data: { organization_id: "org_a", ...made } });
  await setWallet(database, { organizationId: "org_a", balance: "100", creditLimit: "0" });
  const [own, other] = await database.prisma.workspace.findMany({ orderBy: { workspace_id: "asc" } });
  workspaces.own = String(own?.workspace_id);
  workspaces.other = String(other?.workspace_id);
  for (const name of ["viewer", "billing", "owner"] as const) {
    people[name] = await createPerson(database, {
      name,
      email: `${name}@example.com`,
    });
    await database.prisma.member.create({ data: { organization_id: "org_a", user_id: people[name], role: name } });
  }
  const logger = { error: () => undefined };
  const { core } = createCore({ database, configuration, logger });
  router = createRouter({
    core,
    database,
    logger,
    draining: new AbortController().signal,
  });
});
afterEach(() => testDatabase.drop());

function callAs(who: keyof typeof people) {
  const credentials = { kind: "session", userId: people[who] } as const;
  const { signal } = new AbortController();
  return router.createCaller({
    credentials,
    credentialsNow: async () => credentials,
    idempotencyKey: randomUUID(),
    requestId: randomUUID(),
    sourceIp: undefined,
    signal,
  });
}

test("operations of VMs and volumes form one list, newest first, with pages and filters", async () => {
  const workspace_id = workspaces.own;
  const place = { workspace_id, plan_id: "plan-small", template_id: "debian-13" };
  const first = await callAs("owner").cloudVm.create({ ...place, name: "first", site_id: "site-ams-1" });
  const volume = await callAs("owner").volume.create({
    workspace_id,
    name: "disk",
    size_gb: 10,
    site_id: "site-ams-1",
  });
  await callAs("owner").cloudVm.create({ ...place, name: "second", site_id: "site-ams-1" });
  const operations = callAs("viewer").workspaceOperation;

  const { items } = await operations.list({ workspace_id });
  expect(
    items.map(({ resource_type, resource_name, action, cancellable }) => [
      resource_type,
      resource_name,
      action,
      cancellable,
    ]),
  ).toEqual([
    ["cloud_vm", "second", "create", true],
    ["volume", "disk", "create", false],
    ["cloud_vm", "first", "create", true],
  ]);
  const upper = await operations.list({ workspace_id, limit: 2 });
  expect(upper.items).toEqual(items.slice(0, 2));
  expect(await operations.list({ workspace_id, limit: 2, cursor: upper.nextCursor ?? "" })).toEqual({
    items: items.slice(2),
    nextCursor: null,
  });
  await expect(operations.list({ workspace_id, status: ["failed"] })).resolves.toEqual({ items: [], nextCursor: null });
  await expect(operations.list({ workspace_id, action: ["delete"] })).resolves.toEqual({ items: [], nextCursor: null });

  const one = await operations.get({ workspace_id, operation_id: first.operation_id });
  expect(one).toMatchObject({ resource_id: first.vm_id, status: "accepted", finished_at: null });
  expect(one.steps[0]).toMatchObject({ status: "pending", attempt: 0 });
  const ofVolume = items.find(({ resource_id }) => resource_id === volume.volume_id);
  expect(await operations.get({ workspace_id, operation_id: ofVolume?.operation_id ?? "" })).toMatchObject({
    ...ofVolume,
    steps: [{ status: "pending" }],
  });
});

test("a member without vm.read sees no operations, and nobody sees another workspace's", async () => {
  const workspace_id = workspaces.own;
  const volume = { workspace_id, name: "disk", size_gb: 10, site_id: "site-ams-1" };
  await callAs("owner").volume.create(volume);
  const [own] = (await callAs("owner").workspaceOperation.list({ workspace_id })).items;
  const { operation_id = "" } = own ?? {};
  expect(await callAs("owner").workspaceOperation.get({ workspace_id, operation_id })).toMatchObject({ operation_id });
  const elsewhere = { workspace_id: workspaces.other, operation_id };
  await expect(callAs("owner").workspaceOperation.get(elsewhere)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(callAs("billing").workspaceOperation.list({ workspace_id })).rejects.toMatchObject({
    code: "FORBIDDEN",
    cause: { code: "scope_missing" },
  });
});
