import { randomUUID } from "node:crypto";
import { openDatabase } from "@fulmar/prisma";
import { freePort } from "@fulmar/prisma/server";
import { expect, test } from "vitest";
import { engineFixture, eventually, failure, journalSaga, nothing } from "./engine-fixture.ts";
import { HEARTBEAT_MS } from "./lease.ts";
import { type Step, waitFor } from "./saga.ts";
import { ending, silent, untilAborted } from "./testing.ts";
import { OPERATION_CHANNEL } from "./wake-up.ts";
import { runWorker } from "./worker.ts";

const fixture = engineFixture();
const atStep = (id: string, name: string) =>
  eventually(async () => (await fixture.operation(id)).current_step === name);

/** The state after a worker crashed in the middle of a step: an expired lease of another owner. */
async function orphan(id: string): Promise<void> {
  await fixture.database.prisma.operation.update({
    where: { operation_id: id },
    data: { status: "running", lease_owner: `dead-${randomUUID()}`, lease_until: new Date(Date.now() - 1_000) },
  });
}

test("after an expired lease the next worker resumes the begun step in the same attempt", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, {
    allocate: nothing,
    create: async ({ outputs, attempt }) => ({ output: [String(outputs.allocate), attempt] }),
    start: nothing,
  });
  const id = await fixture.accept(saga);
  await orphan(id);
  await fixture.database.prisma.operationStep.createMany({
    data: [
      { operation_id: id, position: 0, name: "allocate", status: "succeeded", output: "10.0.0.1" },
      { operation_id: id, position: 1, name: "create", status: "running", attempt: 2 },
    ],
  });
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(journal).toEqual(["do create", "do start"]);
  expect((await fixture.steps(id))[1]).toMatchObject({ status: "succeeded", attempt: 2, output: ["10.0.0.1", 2] });
});

test("an interrupted compensation continues and keeps its outcome", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, { allocate: nothing, create: nothing, start: nothing });
  const id = await fixture.accept(saga);
  await orphan(id);
  await fixture.database.prisma.operation.update({
    where: { operation_id: id },
    data: { status: "compensating", outcome: "timed_out" },
  });
  await fixture.database.prisma.operationStep.createMany({
    data: [
      { operation_id: id, position: 0, name: "allocate", status: "succeeded" },
      { operation_id: id, position: 1, name: "create", status: "undoing" },
      { operation_id: id, position: 2, name: "start", status: "undone" },
    ],
  });
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("timed_out");
  expect(journal).toEqual(["undo create", "undo allocate"]);
});

test.each([
  ["success", async () => ({ output: "late" })],
  ["a wait", async () => waitFor(10)],
  [
    "a failure",
    async () => {
      throw failure("late");
    },
  ],
])("a worker that lost its lease writes nothing after %s", async (_, end) => {
  const journal: string[] = [];
  const release = Promise.withResolvers<undefined>();
  const ended = Promise.withResolvers<undefined>();
  const saga = journalSaga(journal, {
    create: async () => {
      await release.promise;
      setImmediate(() => ended.resolve(undefined));
      return end();
    },
  });
  const worker = fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "create");
  // Another worker has it now. Its lease is valid for long, so this worker may not claim the operation again.
  const data = { lease_owner: "another", lease_until: new Date(Date.now() + 3_600_000), updated_at: new Date(0) };
  await fixture.database.prisma.operation.update({ where: { operation_id: id }, data });
  release.resolve(undefined);
  await ended.promise;
  await worker.stop();
  expect(await fixture.operation(id)).toMatchObject({ ...data, status: "running", current_step: "create" });
  expect(await fixture.steps(id)).toMatchObject([{ status: "running", output: null, error: null }]);
  expect(journal).toEqual(["do create"]);
});

test("the heartbeat prolongs the lease, and a lost lease aborts the step", async () => {
  const journal: string[] = [];
  const aborted = Promise.withResolvers<string>();
  const saga = journalSaga(journal, {
    create: async (context) => {
      context.signal.addEventListener("abort", () => aborted.resolve(context.signal.reason.name));
      await untilAborted(context);
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "create");
  const { lease_until: first } = await fixture.operation(id);
  await eventually(async () => Number((await fixture.operation(id)).lease_until) >= Number(first) + HEARTBEAT_MS - 500);
  await fixture.database.prisma.operation.update({ where: { operation_id: id }, data: { lease_owner: "another" } });
  await fixture.database.pool.query("SELECT pg_notify($1, $2)", [OPERATION_CHANNEL, id]); // the next beat is at once
  expect(await aborted.promise).toBe("LeaseLost");
  expect(journal).toEqual(["do create"]);
});

test("two workers never run one operation at the same time, and each step runs once", async () => {
  const active = new Set<string>();
  const doubled: string[] = [];
  const journal: string[] = [];
  const busy = async ({ operationId }: { operationId: string }) => {
    if (active.has(operationId)) doubled.push(operationId);
    active.add(operationId);
    await new Promise((resolve) => setImmediate(resolve));
    active.delete(operationId);
  };
  const saga = journalSaga(journal, { allocate: busy, create: busy, start: busy });
  fixture.work(saga);
  fixture.work(saga);
  const ids = await Promise.all(Array.from({ length: 60 }, () => fixture.accept(saga)));
  expect(new Set(await Promise.all(ids.map((id) => ending(fixture.database, id))))).toEqual(new Set(["succeeded"]));
  expect(doubled).toEqual([]);
  expect(journal).toHaveLength(60 * 3);
});

test("a stopping worker finishes its step and releases the operation at once", async () => {
  const journal: string[] = [];
  const release = Promise.withResolvers<undefined>();
  const saga = journalSaga(journal, { create: () => release.promise, start: nothing });
  const worker = fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "create");
  const stopped = worker.stop();
  release.resolve(undefined);
  await stopped;
  expect(await fixture.operation(id)).toMatchObject({ status: "running", lease_owner: null });
  expect(await fixture.steps(id)).toMatchObject([{ name: "create", status: "succeeded" }]);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(journal).toEqual(["do create", "do start"]);
});

test("a worker whose grace period ends aborts the step and releases the operation for a repetition", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, {
    create: async (context) => (journal.length === 1 ? untilAborted(context) : undefined),
  });
  const worker = fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "create");
  await worker.stop({ graceMs: 0 });
  expect(await fixture.operation(id)).toMatchObject({ status: "running", lease_owner: null });
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(journal).toEqual(["do create", "do create"]);
});

test("a worker that stops during a compensation releases the operation", async () => {
  const journal: string[] = [];
  const undoing = Promise.withResolvers<undefined>();
  const create: Partial<Step> = {
    do: async () => {
      throw failure("no room");
    },
    undo: async (context) => {
      undoing.resolve(undefined);
      if (journal.filter((line) => line === "undo create").length === 1) await untilAborted(context);
    },
  };
  const saga = journalSaga(journal, { allocate: nothing, create });
  const worker = fixture.work(saga);
  const id = await fixture.accept(saga);
  await undoing.promise;
  await worker.stop({ graceMs: 0 });
  expect(await fixture.operation(id)).toMatchObject({ status: "compensating", lease_owner: null });
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("failed");
  expect(journal).toEqual(["do allocate", "do create", "undo create", "undo create", "undo allocate"]);
});

test("a worker stops although its database does not answer", async () => {
  const nowhere = openDatabase(`postgresql://fulmar@127.0.0.1:${await freePort()}/fulmar`);
  const worker = runWorker({ database: nowhere, sagas: [], services: {}, logger: silent });
  await expect(worker.stop()).resolves.toBeUndefined();
  await nowhere.close();
});

test("the database refuses to change the outcome of an ended operation", async () => {
  const saga = journalSaga([], { create: nothing });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await ending(fixture.database, id);
  await expect(
    fixture.database.pool.query("UPDATE operation SET status = 'failed' WHERE operation_id = $1", [id]),
  ).rejects.toThrow("is succeeded and cannot become failed");
});
