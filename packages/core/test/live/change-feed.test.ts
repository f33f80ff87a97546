// The change stream (docs/adr/0020): no change is skipped, none reaches another workspace, and the triggers announce
// the topics that the console knows.
import { createPerson, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ChangeFeed } from "../../src/index.ts";
import type { PositionedNews } from "../../src/live/inbox.ts";
import { purgeChanges } from "../../src/live/purge-changes.ts";
import { formatPosition, KEPT_MS } from "../../src/live/stream-position.ts";

let testDatabase: TestDatabase;
let workspaceId: bigint;
let neighbourId: bigint;
let userId: string;
const failures: unknown[] = [];
const organizationId = "org_a";

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { prisma } = testDatabase.database;
  for (const organization_id of [organizationId, "org_b"])
    await prisma.organization.create({ data: { organization_id, name: organization_id } });
  ({ workspace_id: workspaceId } = await prisma.workspace.create({
    data: { organization_id: organizationId, name: "one" },
  }));
  userId = await createPerson(testDatabase.database, {
    name: "Ada",
    email: "ada@example.com",
  });
  ({ workspace_id: neighbourId } = await prisma.workspace.create({ data: { organization_id: "org_b", name: "two" } }));
});
afterAll(async () => {
  await testDatabase.drop();
  expect(failures).toEqual([]);
});

function feed() {
  return new ChangeFeed(testDatabase.database, { error: (fields) => failures.push(fields) });
}

/** Opens a stream that ends with the test. */
function watch(lastEventId?: string, from = feed()) {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const stream = from.watch({ workspaceId, organizationId }, lastEventId, ended.signal);
  const next = async (): Promise<PositionedNews> => {
    const { value } = await stream.next();
    return value ?? expect.fail("the stream has ended");
  };
  return { next, end: () => ended.abort(), ends: async () => (await stream.next()).done };
}

/** A separate connection, for a transaction that stays open. */
async function connect() {
  const client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const addGroup = (id: string, workspace = workspaceId) =>
  testDatabase.database.pool.query(
    "INSERT INTO firewall_group (firewall_group_id, workspace_id, name, is_default) VALUES ($1, $2, $1, false)",
    [id, workspace],
  );
const group = (id: string) => ({ topic: "firewall_group", id });

test("a stream begins with a reset and reports changes of its workspace and organization only", async () => {
  const stream = watch();
  expect(await stream.next()).toMatchObject({ reset: true, changes: [] });
  await addGroup("fw_neighbour", neighbourId);
  await addGroup("fw_one");
  expect(await stream.next()).toMatchObject({ reset: false, changes: [group("fw_one")] });
  await testDatabase.database.pool.query(
    "UPDATE firewall_group SET name = 'another' WHERE firewall_group_id = 'fw_one'",
  );
  expect((await stream.next()).changes).toEqual([group("fw_one")]);
  await testDatabase.database.prisma.member.create({
    data: { organization_id: organizationId, user_id: userId, role: "viewer" },
  });
  expect((await stream.next()).changes).toEqual([{ topic: "member", id: userId }]);
  await testDatabase.database.pool.query("DELETE FROM firewall_group WHERE firewall_group_id = 'fw_one'");
  expect((await stream.next()).changes).toEqual([group("fw_one")]);
});

test("a transaction that commits after younger ones is reported when it commits", async () => {
  const stream = watch();
  await stream.next();
  const slow = await connect();
  await slow.query("BEGIN");
  await slow.query(
    "INSERT INTO firewall_group (firewall_group_id, workspace_id, name, is_default) VALUES ('fw_slow', $1, 'slow', false)",
    [workspaceId],
  );
  await addGroup("fw_quick");
  const quick = await stream.next();
  expect(quick.changes).toEqual([group("fw_quick")]);
  await slow.query("COMMIT");
  expect((await stream.next()).changes).toEqual([group("fw_slow")]);
  // A client that reconnects at the earlier position gets exactly this change.
  expect(await watch(quick.position).next()).toMatchObject({ reset: false, changes: [group("fw_slow")] });
});

test("rolled-back changes and columns that no page shows are not reported", async () => {
  const { pool, prisma } = testDatabase.database;
  const data = {
    name: "ci",
    prefix: "flm",
    hash: Buffer.from("h"),
    scopes: [],
    workspace_policy: "entire_organization",
    workspace_ids: [],
  } as const;
  await prisma.apiToken.create({
    data: { ...data, token_id: "tok_a", organization_id: organizationId, scopes: [], workspace_ids: [] },
  });
  const stream = watch();
  await stream.next();
  const undone = await connect();
  await undone.query("BEGIN");
  await undone.query("UPDATE firewall_group SET description = 'undone'");
  await undone.query("ROLLBACK");
  await pool.query("UPDATE api_token SET last_used_at = now()");
  await pool.query("UPDATE firewall_group SET name = name");
  await addGroup("fw_after");
  expect((await stream.next()).changes).toEqual([group("fw_after")]);
});

test("a position that is too old or malformed is answered with a reset", async () => {
  const { position } = await watch().next();
  const snapshot = position.slice(position.indexOf("/") + 1);
  for (const unusable of [formatPosition(snapshot, Date.now() - KEPT_MS), "nonsense", `${Date.now()}/5:4:`, ""]) {
    expect(await watch(unusable).next()).toMatchObject({ reset: true, changes: [] });
  }
  expect(await watch(position).next()).toMatchObject({ reset: false, changes: [] });
});

test("a slow watcher gets all pending changes together, or a reset when there are too many", async () => {
  const stream = watch();
  const { position } = await stream.next();
  for (const id of ["fw_x", "fw_y", "fw_x2"]) await addGroup(id);
  const seen = new Set<string>();
  while (seen.size < 3) for (const { id } of (await stream.next()).changes) seen.add(id);
  await testDatabase.database.pool.query(
    `INSERT INTO firewall_group (firewall_group_id, workspace_id, name, is_default)
       SELECT 'fw_many_' || n, $1, 'many ' || n, false FROM generate_series(1, 600) n`,
    [workspaceId],
  );
  expect(await watch(position).next()).toMatchObject({ reset: true, changes: [] });
});

test("a watcher that leaves ends only its own stream", async () => {
  const shared = feed();
  const [leaving, staying] = [watch(undefined, shared), watch(undefined, shared)];
  await Promise.all([leaving.next(), staying.next()]);
  leaving.end();
  expect(await leaving.ends()).toBe(true);
  await addGroup("fw_later");
  expect((await staying.next()).changes).toEqual([group("fw_later")]);
});

test("a watcher that leaves before its stream begins gets nothing", async () => {
  const gone = feed().watch({ workspaceId, organizationId }, undefined, AbortSignal.abort());
  expect(await gone.next()).toEqual({ done: true, value: undefined });
});

test("changes are deleted after an hour", async () => {
  const { database } = testDatabase;
  const { pool } = database;
  for (const id of ["fw_old", "fw_recent"]) await addGroup(id);
  await pool.query("UPDATE change SET at = now() - interval '61 minutes' WHERE resource_id = 'fw_old'");
  const kept = async () =>
    (await pool.query("SELECT DISTINCT resource_id FROM change")).rows.map(({ resource_id }) => resource_id);
  expect(await kept()).toContain("fw_old");
  await purgeChanges.run({ database } as never, new AbortController().signal);
  expect(await kept()).not.toContain("fw_old");
  expect(await kept()).toContain("fw_recent");
});
