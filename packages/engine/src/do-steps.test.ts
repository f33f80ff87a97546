import { testStatements } from "@fulmar/testkit";
import { expect, onTestFinished, test } from "vitest";
import { engineFixture, eventually, failure, journalSaga, nothing } from "./engine-fixture.ts";
import { waitFor } from "./saga.ts";
import { ending, silent } from "./testing.ts";
import { runWorker } from "./worker.ts";

const fixture = engineFixture();

test("steps run in order with the outputs before them, and the operation succeeds", async () => {
  const seen: unknown[] = [];
  const journal: string[] = [];
  const saga = journalSaga(journal, {
    allocate: async () => ({ output: { address: "10.0.0.1" } }),
    create: async ({ outputs, input, resourceId, workspaceId, attempt }) => {
      seen.push(outputs, input, resourceId, workspaceId, attempt);
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga, { input: { cpu: 2 } });

  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(journal).toEqual(["do allocate", "do create"]);
  expect(seen).toEqual([{ allocate: { address: "10.0.0.1" } }, { cpu: 2 }, "vm_1", 7n, 1]);
  expect(await fixture.operation(id)).toMatchObject({
    current_step: null,
    error_code: null,
    error_message: null,
    lease_owner: null,
  });
  expect(await fixture.steps(id)).toMatchObject([
    { name: "allocate", status: "succeeded", attempt: 1, output: { address: "10.0.0.1" } },
    { name: "create", status: "succeeded", attempt: 1, output: null },
  ]);
});

test("a worker finds an operation accepted before it started", async () => {
  const saga = journalSaga([], { create: nothing });
  const id = await fixture.accept(saga);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
});

test("the log reports the end of an operation only after its settlement is committed", async () => {
  const log: string[] = [];
  let settlements = 0;
  const settle = async () => {
    settlements += 1;
    if (settlements === 1) throw failure("the first settlement fails");
  };
  const saga = journalSaga([], { create: nothing }, { settle });
  const write = (_fields: object, message: string) => void log.push(message);
  const worker = runWorker({
    database: fixture.database,
    sagas: [saga],
    services: {},
    logger: { ...silent, info: write, error: write },
  });
  onTestFinished(() => worker.stop());
  expect(await ending(fixture.database, await fixture.accept(saga))).toBe("succeeded");
  await eventually(() => log.length >= 2);
  expect(log).toEqual(["ending an operation failed and will be tried again", "an operation ended"]);
});

test("the settlement and the operation's end are one transaction, which is retried when it fails", async () => {
  const outcomes: string[] = [];
  const looked = Promise.withResolvers<undefined>();
  const saga = journalSaga(
    [],
    { create: nothing },
    {
      async settle(transaction, { operationId, outcome }) {
        await transaction.sql.query(testStatements.rename, {
          operation_id: operationId,
          action: `settled-${outcomes.length}`,
        });
        outcomes.push(outcome);
        if (outcomes.length === 1) throw failure("the first settlement fails");
        await looked.promise;
      },
    },
  );
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await eventually(() => outcomes.length === 1);
  expect(await fixture.operation(id)).toMatchObject({ action: "create", finished_at: null });
  looked.resolve(undefined);

  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(outcomes).toEqual(["succeeded", "succeeded"]);
  expect(await fixture.operation(id)).toMatchObject({ action: "settled-1", status: "succeeded" });
});

test("a retryable error leads to another attempt", async () => {
  const attempts: number[] = [];
  const saga = journalSaga([], {
    create: async ({ attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) throw failure("busy", { retryable: true });
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(attempts).toEqual([1, 2, 3]);
  expect(await fixture.steps(id)).toMatchObject([{ status: "succeeded", attempt: 3, error: null }]);
});

test("a waiting step is called again with its saved output in the same attempt", async () => {
  const found: unknown[] = [];
  const saga = journalSaga([], {
    create: async ({ outputs, attempt }) => {
      found.push(outputs.create, attempt);
      return found.length === 2 ? waitFor(50_000, { ticket: 1 }) : { output: { done: true } };
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await fixture.reaches(id, "waiting");
  expect(await fixture.operation(id)).toMatchObject({ current_step: "create", lease_owner: null });
  await fixture.database.prisma.operation.update({ where: { operation_id: id }, data: { run_at: new Date(0) } });
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(found).toEqual([undefined, 1, { ticket: 1 }, 1]);
  expect(await fixture.steps(id)).toMatchObject([{ status: "succeeded", attempt: 1, output: { done: true } }]);
});

test("a slow operation does not delay the others", async () => {
  const release = Promise.withResolvers<undefined>();
  const slow = journalSaga([], { create: () => release.promise });
  const quick = journalSaga([], { create: nothing });
  fixture.work(slow, quick);
  const slowId = await fixture.accept(slow);
  await eventually(async () => (await fixture.operation(slowId)).current_step === "create");
  expect(await ending(fixture.database, await fixture.accept(quick))).toBe("succeeded");
  release.resolve(undefined);
  expect(await ending(fixture.database, slowId)).toBe("succeeded");
});

test("a worker leaves operations of unknown sagas alone", async () => {
  const unknown = journalSaga([], { create: nothing });
  const known = journalSaga([], { create: nothing });
  const unknownId = await fixture.accept(unknown);
  fixture.work(known);
  expect(await ending(fixture.database, await fixture.accept(known))).toBe("succeeded");
  expect(await fixture.operation(unknownId)).toMatchObject({ status: "accepted", lease_owner: null });
});

test("the engine continues after all its database connections were terminated", async () => {
  const saga = journalSaga([], { create: nothing });
  fixture.work(saga);
  expect(await ending(fixture.database, await fixture.accept(saga))).toBe("succeeded");
  await fixture.database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  expect(await ending(fixture.database, await fixture.accept(saga))).toBe("succeeded");
});
