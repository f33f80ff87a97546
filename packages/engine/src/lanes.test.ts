import { expect, onTestFinished, test } from "vitest";
import { claim } from "./claim.ts";
import { engineFixture, eventually, journalSaga } from "./engine-fixture.ts";
import { type Reconciler, runReconcilers } from "./reconcilers.ts";
import { ending, silent } from "./testing.ts";
import { runWorker } from "./worker.ts";

const fixture = engineFixture();

test("operations of a lane that waits leave the slots to other lanes", async () => {
  const waiting = Promise.withResolvers<undefined>();
  let pending = 0;
  const saga = journalSaga([], {
    ask: async ({ input }) => {
      if ((input as { provider: string }).provider !== "silent") return;
      pending += 1;
      await waiting.promise;
    },
  });
  const of = (provider: string) => fixture.accept(saga, { input: { provider } });
  const ofSilent = await Promise.all(Array.from({ length: 6 }, () => of("silent")));
  const worker = runWorker({ database: fixture.database, sagas: [saga], services: {}, logger: silent, concurrency: 2 });
  onTestFinished(() => worker.stop());
  await eventually(() => pending === 2);
  expect(await ending(fixture.database, await of("healthy"))).toBe("succeeded");
  // No organization has more in flight in a lane than there are slots, however long it waits.
  expect(pending).toBe(2);
  waiting.resolve(undefined);
  for (const id of ofSilent) expect(await ending(fixture.database, id)).toBe("succeeded");
});

test("a claim takes the lanes in turn, however much one has", async () => {
  const order: string[] = [];
  const saga = journalSaga([], {
    note: async ({ input }) => {
      order.push((input as { provider: string }).provider);
      // The first may not end before the second, of the same claim, has begun.
      await eventually(() => order.length > 1);
    },
  });
  const of = (provider: string) => fixture.accept(saga, { input: { provider } });
  for (let count = 0; count < 8; count++) await of("a");
  const late = await of("b");
  const worker = runWorker({ database: fixture.database, sagas: [saga], services: {}, logger: silent, concurrency: 2 });
  onTestFinished(() => worker.stop());
  expect(await ending(fixture.database, late)).toBe("succeeded");
  expect(order.slice(0, 2)).toContain("b");
});

test("a claim takes the organizations of a lane in turn, however much one has, in however many workspaces", async () => {
  const order: bigint[] = [];
  const saga = journalSaga([], {
    note: async ({ workspaceId }) => {
      order.push(workspaceId);
      await eventually(() => order.length > 1);
    },
  });
  const busy = await fixture.workspace();
  const { organization_id } = await fixture.database.prisma.workspace.findUniqueOrThrow({
    where: { workspace_id: busy },
  });
  const second = await fixture.database.prisma.workspace.create({ data: { organization_id, name: "two" } });
  const quiet = await fixture.workspace();
  for (let count = 0; count < 8; count++)
    await fixture.accept(saga, { workspaceId: count % 2 === 0 ? busy : second.workspace_id });
  const late = await fixture.accept(saga, { workspaceId: quiet });
  const worker = runWorker({ database: fixture.database, sagas: [saga], services: {}, logger: silent, concurrency: 2 });
  onTestFinished(() => worker.stop());
  expect(await ending(fixture.database, late)).toBe("succeeded");
  expect(order.slice(0, 2)).toContain(quiet);
});

test("each of more organizations than a claim looks at has its turn, however much those before it have", async () => {
  const { pool, sql } = fixture.database;
  onTestFinished(async () => void (await pool.query("DELETE FROM operation WHERE saga = 'crowded'")));
  await pool.query(
    `INSERT INTO organization (organization_id, name) SELECT 'org_crowd_' || n, 'Crowd' FROM generate_series(100, 179) n`,
  );
  // The last of them has one operation, which became due after all others.
  await pool.query(
    `WITH placed AS (
       INSERT INTO workspace (organization_id, name)
       SELECT 'org_crowd_' || n, 'one' FROM generate_series(100, 179) n RETURNING workspace_id, organization_id)
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at, run_at)
     SELECT concat_ws('_', 'op', organization_id, k), workspace_id, 'vm_1', 'cloud_vm', 'create', 'crowded', '{}',
            now() + interval '1 hour',
            now() - CASE organization_id WHEN 'org_crowd_179' THEN interval '0' ELSE interval '1 minute' END
       FROM placed, generate_series(1, CASE organization_id WHEN 'org_crowd_179' THEN 1 ELSE 20 END) k`,
  );
  const inFlight = new Map<string, number>();
  for (let after = "", count = 0; count < 20 && !inFlight.has("org_crowd_179"); count++) {
    const operations = await claim(sql, {
      ...{ owner: "crowd", limit: 16, lanes: [], mostOfOrganization: 20, sagas: ["crowded"], except: [], after },
      turns: [...inFlight].map(([organizationId, held]) => ({ lane: "", organizationId, inFlight: held })),
    });
    const organizations = operations.map(({ organizationId }) => organizationId);
    expect(new Set(organizations).size).toBe(16);
    for (const id of organizations) inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
    after = organizations.at(-1) ?? "";
  }
  expect([...inFlight.keys()]).toContain("org_crowd_179");
});

test("an organization whose operations wait has all that it may have of a lane, and another's run meanwhile", async () => {
  const waiting = Promise.withResolvers<undefined>();
  let pending = 0;
  const saga = journalSaga([], {
    ask: async ({ input }) => {
      if ((input as { waits?: boolean }).waits !== true) return;
      pending += 1;
      await waiting.promise;
    },
  });
  const [one, other] = [await fixture.workspace(), await fixture.workspace()];
  const accept = (workspaceId: bigint, waits: boolean) =>
    fixture.accept(saga, { workspaceId, input: { provider: "site", waits } });
  const held = await Promise.all(Array.from({ length: 12 }, () => accept(one, true)));
  const worker = runWorker({ database: fixture.database, sagas: [saga], services: {}, logger: silent, concurrency: 4 });
  onTestFinished(() => worker.stop());
  await eventually(() => pending === 4);
  const quick = await Promise.all(Array.from({ length: 3 }, () => accept(other, false)));
  for (const id of quick) expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(pending).toBe(4);
  waiting.resolve(undefined);
  for (const id of held) expect(await ending(fixture.database, id)).toBe("succeeded");
});

/** Runs reconcilers as a worker does, until the test ends. */
function start(reconciler: Reconciler): { stop(): Promise<void> } {
  const runner = runReconcilers({
    database: fixture.database,
    reconcilers: [reconciler],
    services: {},
    logger: silent,
  });
  onTestFinished(() => runner.stop());
  return runner;
}

test("a lane that does not end delays no other, and each is on one worker at a time", async () => {
  const runs = new Map<string, number>();
  const active = new Map<string, number>();
  let most = 0;
  const waiting = Promise.withResolvers<undefined>();
  const reconciler: Reconciler = {
    name: "compare",
    everyMs: 1,
    lanes: async () => ["one", "silent", "two"],
    async run(_, signal, lane = "") {
      active.set(lane, (active.get(lane) ?? 0) + 1);
      most = Math.max(most, active.get(lane) ?? 0);
      signal.addEventListener("abort", () => waiting.resolve(undefined));
      if (lane === "silent") await waiting.promise;
      active.set(lane, (active.get(lane) ?? 0) - 1);
      runs.set(lane, (runs.get(lane) ?? 0) + 1);
    },
  };
  start(reconciler);
  start(reconciler);
  await eventually(() => (runs.get("one") ?? 0) >= 3 && (runs.get("two") ?? 0) >= 3);
  expect(runs.get("silent")).toBeUndefined();
  expect(most).toBe(1);
  waiting.resolve(undefined);
  const rows = await fixture.database.prisma.reconciler.findMany({
    where: { name: { startsWith: "compare" } },
    orderBy: { name: "asc" },
  });
  expect(rows.map(({ name, lane }) => ({ name, lane }))).toEqual([
    { name: "compare@one", lane: "one" },
    { name: "compare@silent", lane: "silent" },
    { name: "compare@two", lane: "two" },
  ]);
});

test("an error is that of its lane", async () => {
  start({
    name: "failing",
    everyMs: 1,
    lanes: async () => ["good", "bad"],
    async run(_, __, lane) {
      if (lane === "bad") throw new Error("the site does not answer");
    },
  });
  const rowOf = (lane: string) => fixture.database.prisma.reconciler.findUnique({ where: { name: `failing@${lane}` } });
  await eventually(async () => (await rowOf("bad"))?.last_error != null && (await rowOf("good"))?.finished_at != null);
  expect((await rowOf("good"))?.last_error).toBeNull();
});
