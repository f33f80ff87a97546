import { afterEach, expect, test } from "vitest";
import { engineFixture, eventually, failure } from "./engine-fixture.ts";
import { type Reconciler, runReconcilers } from "./reconcilers.ts";
import { silent } from "./testing.ts";

const fixture = engineFixture();
const runners: { stop(): Promise<void> }[] = [];

function start(...reconcilers: readonly Reconciler[]): void {
  runners.push(runReconcilers({ database: fixture.database, reconcilers, services: {}, logger: silent }));
}

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

test("a reconciler runs periodically and on one worker at a time", async () => {
  let active = 0;
  let most = 0;
  let runs = 0;
  const reconciler: Reconciler = {
    name: "expired-keys",
    everyMs: 1,
    async run() {
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setImmediate(resolve));
      active -= 1;
      runs += 1;
    },
  };
  start(reconciler);
  start(reconciler);
  await eventually(() => runs >= 3);
  expect(most).toBe(1);
});

test("an error is stored with the reconciler and cleared by the next successful run", async () => {
  let runs = 0;
  const seen = Promise.withResolvers<undefined>();
  start({
    name: "lost-instances",
    everyMs: 1,
    async run() {
      runs += 1;
      if (runs === 1) throw failure("the site does not answer");
      await seen.promise;
    },
  });
  const row = () => fixture.database.prisma.reconciler.findUnique({ where: { name: "lost-instances" } });
  await eventually(async () => (await row())?.last_error?.includes("the site does not answer") ?? false);
  seen.resolve(undefined);
  await eventually(async () => runs >= 2 && (await row())?.last_error === null);
});

test("the period applies to the whole installation, so a new worker does not start early", async () => {
  let runs = 0;
  const reconciler: Reconciler = {
    name: "metering",
    everyMs: 3_600_000,
    async run() {
      runs += 1;
    },
  };
  start(reconciler);
  await eventually(
    async () =>
      (await fixture.database.prisma.reconciler.findUnique({ where: { name: "metering" } }))?.finished_at != null,
  );
  // The new worker takes everything due at once: if it has begun this one, it would have begun the other before.
  const looked = Promise.withResolvers<undefined>();
  start(reconciler, { name: "of-the-new-worker", everyMs: 3_600_000, run: async () => looked.resolve(undefined) });
  await looked.promise;
  await Promise.all(runners.map((runner) => runner.stop()));
  expect(runs).toBe(1);
});

test("a steady reconciler is due from the beginning of its run, another from the end", async () => {
  const everyMs = 3_600_000;
  const run = async () => {
    for (const began = performance.now(); performance.now() - began < 10; )
      await new Promise((resolve) => setImmediate(resolve));
  };
  start({ name: "steady", everyMs, steady: true, run }, { name: "pausing", everyMs, run });
  const pauseOf = async (name: string) => {
    const row = await fixture.database.prisma.reconciler.findUnique({ where: { name } });
    return row?.finished_at == null ? undefined : row.run_at.getTime() - row.finished_at.getTime();
  };
  await eventually(async () => (await pauseOf("steady")) !== undefined && (await pauseOf("pausing")) !== undefined);
  expect(await pauseOf("steady")).toBeLessThan(everyMs - 5);
  expect(await pauseOf("pausing")).toBe(everyMs);
});

test("a reconciler interrupted by a stopping worker records no error and stays due", async () => {
  const begun = Promise.withResolvers<undefined>();
  start({
    name: "interrupted",
    everyMs: 3_600_000,
    async run(_, signal) {
      begun.resolve(undefined);
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(failure("cut off"))));
    },
  });
  await begun.promise;
  await Promise.all(runners.map((runner) => runner.stop()));
  const row = await fixture.database.prisma.reconciler.findUniqueOrThrow({ where: { name: "interrupted" } });
  expect(row).toMatchObject({ lease_owner: null, finished_at: null, last_error: null });
  expect(row.run_at.getTime()).toBeLessThanOrEqual(Date.now());
});

test("a reconciler interrupted by a crash is taken over once its lease has expired", async () => {
  await fixture.database.prisma.reconciler.create({
    data: { name: "stuck-rows", lease_owner: "dead", lease_until: new Date(Date.now() - 1_000) },
  });
  let runs = 0;
  start({
    name: "stuck-rows",
    everyMs: 3_600_000,
    async run() {
      runs += 1;
    },
  });
  await eventually(() => runs === 1);
});
