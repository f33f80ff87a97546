import { randomUUID } from "node:crypto";
import { testStatements } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { engineFixture, eventually } from "./engine-fixture.ts";
import { defineSaga, type Step, waitFor } from "./saga.ts";
import { ending, untilAborted } from "./testing.ts";

const fixture = engineFixture();

function saga(...steps: readonly Step[]) {
  return defineSaga({ name: `later-x${randomUUID().replaceAll("-", "")}`, steps });
}

/** A step that is recorded later, and renames the operation's action when others are shown that it runs. */
function later(name: string, work: Step["do"] = async () => undefined): Step {
  return {
    name,
    recordedLater: true,
    do: work,
    begun: async ({ sql }, { operationId }) => {
      await sql.query(testStatements.rename, { operation_id: operationId, action: `${name}-begun` });
    },
  };
}

const first: Step = { name: "first", do: async () => undefined, undo: async () => undefined };

test("quick steps are recorded with the operation's end, each with the time that it took", async () => {
  const quick = saga(first, later("second"), later("third"));
  const id = await fixture.accept(quick);
  fixture.work(quick);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  const steps = await fixture.database.prisma.operationStep.findMany({
    where: { operation_id: id },
    orderBy: { position: "asc" },
  });
  expect(steps).toMatchObject(
    ["first", "second", "third"].map((name) => ({ name, status: "succeeded", attempt: 1, error: null })),
  );
  const { finished_at, action } = await fixture.operation(id);
  const times = [...steps.flatMap((step) => [step.started_at, step.finished_at]), finished_at].map(Number);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(action).toBe("create");
});

test("a step that takes longer is shown with the ends of the steps before it", async () => {
  const release = Promise.withResolvers<undefined>();
  const slow = saga(
    first,
    later("second"),
    later("third", () => release.promise),
  );
  const id = await fixture.accept(slow);
  fixture.work(slow);
  await eventually(async () => (await fixture.operation(id)).current_step === "third");
  expect(await fixture.operation(id)).toMatchObject({ status: "running", action: "third-begun" });
  expect(await fixture.steps(id)).toMatchObject([
    { name: "first", status: "succeeded" },
    { name: "second", status: "succeeded" },
    { name: "third", status: "running" },
  ]);
  release.resolve(undefined);
  expect(await ending(fixture.database, id)).toBe("succeeded");
});

test("an output is recorded before a later step may use it", async () => {
  const known: unknown[] = [];
  const using = saga(
    { name: "allocate", recordedLater: true, do: async () => ({ output: "10.0.0.1" }) },
    later("use", async ({ operationId, outputs }) => {
      known.push(outputs.allocate, ...(await fixture.steps(operationId)));
    }),
  );
  const id = await fixture.accept(using);
  fixture.work(using);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(known).toMatchObject(["10.0.0.1", { name: "allocate", status: "succeeded" }, { name: "use" }]);
});

test("what a step shows is written before the next one is recorded, and when a worker stops between two", async () => {
  const seen: unknown[] = [];
  const reached = Promise.withResolvers<undefined>();
  const stopping = saga(
    later("first"),
    { name: "second", do: async ({ operationId }) => void seen.push((await fixture.operation(operationId)).action) },
    later("third", async () => {
      reached.resolve(undefined);
      await stopped;
    }),
    { name: "fourth", do: async () => undefined },
  );
  const id = await fixture.accept(stopping);
  const worker = fixture.work(stopping);
  const stopped = reached.promise.then(() => {
    // Not awaited: the worker waits for the step, which ends once the worker is stopping.
    void worker.stop();
  });
  await stopped;
  await eventually(async () => (await fixture.operation(id)).lease_owner === null);
  expect(seen).toEqual(["first-begun"]);
  expect(await fixture.operation(id)).toMatchObject({ action: "third-begun", finished_at: null });
  expect(await fixture.steps(id)).toMatchObject([
    { name: "first", status: "succeeded" },
    { name: "second", status: "succeeded" },
    { name: "third", status: "succeeded" },
  ]);
  fixture.work(stopping);
  expect(await ending(fixture.database, id)).toBe("succeeded");
});

test("a step that waits is shown once", async () => {
  let calls = 0;
  const waiting = saga(
    first,
    later("second"),
    later("third", async () => {
      calls += 1;
      return calls < 3 ? waitFor(1) : undefined;
    }),
  );
  const id = await fixture.accept(waiting);
  const shown: string[] = [];
  const { begun } = waiting.steps[2] ?? {};
  fixture.work({
    ...waiting,
    steps: waiting.steps.map((step) => ({
      ...step,
      begun: async (transaction, context) => {
        shown.push(step.name);
        if (step.name === "third") await begun?.(transaction, context);
      },
    })),
  });
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(shown).toEqual(["third"]);
  expect(await fixture.operation(id)).toMatchObject({ action: "third-begun" });
});

test("a cancel in a step that is not recorded yet undoes the steps before it", async () => {
  const undone: string[] = [];
  const began = Promise.withResolvers<undefined>();
  const cancelled = saga(
    { ...first, undo: async () => void undone.push("first") },
    later("second"),
    later("third", (context) => {
      began.resolve(undefined);
      return untilAborted(context);
    }),
  );
  const id = await fixture.accept(cancelled);
  fixture.work(cancelled);
  await began.promise;
  await fixture.database.prisma.operation.update({
    where: { operation_id: id },
    data: { cancel_requested_at: new Date() },
  });
  await fixture.database.pool.query("SELECT pg_notify('fulmar_operation', $1)", [id]);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(undone).toEqual(["first"]);
  expect(await fixture.steps(id)).toMatchObject([
    { name: "first", status: "undone" },
    { name: "second", status: "succeeded" },
    { name: "third", status: "failed", error: "The operation was cancelled." },
  ]);
});

test("a failure in a step that is not recorded yet is recorded with the steps before it", async () => {
  const failing = saga(
    first,
    later("second"),
    later("third", async () => {
      throw new Error("broken");
    }),
  );
  const id = await fixture.accept(failing);
  fixture.work(failing);
  expect(await ending(fixture.database, id)).toBe("failed");
  expect(await fixture.steps(id)).toMatchObject([
    { name: "first", status: "undone" },
    { name: "second", status: "succeeded" },
    { name: "third", status: "failed", attempt: 1 },
  ]);
});

test("what may have to be undone, or cannot be cancelled, is never recorded later", () => {
  const refusal = "second must be recorded before it begins";
  expect(() => saga(first, { ...later("second"), undo: async () => undefined })).toThrow(refusal);
  expect(() => saga(first, { ...later("second"), pointOfNoReturn: true })).toThrow(refusal);
});
