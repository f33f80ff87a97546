import { expect, test } from "vitest";
import { engineFixture, failure, journalSaga, nothing } from "./engine-fixture.ts";
import { type StepContext, waitFor } from "./saga.ts";
import { ending, untilAborted } from "./testing.ts";

const fixture = engineFixture();
const timedOut = {
  error_code: "timed_out",
  error_message: "The operation did not finish in time and was undone; try again.",
};

/**
 * Moves the deadline from within a step, so that the step has begun before the deadline passes even on a slow machine.
 */
async function deadlineIn(ms: number, { operationId }: StepContext): Promise<void> {
  await fixture.database.pool.query(
    "UPDATE operation SET deadline_at = now() + $2::float8 * interval '1 millisecond' WHERE operation_id = $1",
    [operationId, ms],
  );
}

test("a step that runs past the operation's deadline is aborted and undone", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, {
    allocate: nothing,
    create: async (context) => {
      if (context.outputs.create !== undefined) return untilAborted(context);
      await deadlineIn(500, context);
      return waitFor(0, "deadline is near");
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  expect(await ending(fixture.database, id)).toBe("timed_out");
  expect(journal.slice(0, 2)).toEqual(["do allocate", "do create"]);
  expect(journal.slice(-2)).toEqual(["undo create", "undo allocate"]);
  expect(await fixture.operation(id)).toMatchObject(timedOut);
});

test("a wait beyond the deadline ends at the deadline", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, {
    create: async (context) => {
      await deadlineIn(100, context);
      return waitFor(50_000);
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  expect(await ending(fixture.database, id)).toBe("timed_out");
  expect(journal).toEqual(["do create", "undo create"]);
});

test("retries end at the deadline", async () => {
  const saga = journalSaga([], {
    create: async (context) => {
      await deadlineIn(50, context);
      throw failure("busy", { retryable: true });
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  expect(await ending(fixture.database, id)).toBe("timed_out");
  expect(await fixture.operation(id)).toMatchObject(timedOut);
});

test("an operation whose deadline passed before it was claimed runs no step", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, { create: nothing });
  const id = await fixture.accept(saga, { deadlineMs: -1 });
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("timed_out");
  expect(journal).toEqual([]);
});

test("a step's timeout ends one attempt, and the next one may succeed", async () => {
  const saga = journalSaga([], {
    create: { timeoutMs: 50, do: async (context) => (context.attempt === 1 ? untilAborted(context) : undefined) },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(await fixture.steps(id)).toMatchObject([{ attempt: 2 }]);
});
