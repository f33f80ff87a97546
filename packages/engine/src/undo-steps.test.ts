import { expect, test } from "vitest";
import { MAX_ATTEMPTS } from "./backoff.ts";
import { engineFixture, failure, journalSaga, nothing } from "./engine-fixture.ts";
import { ending } from "./testing.ts";

const fixture = engineFixture();
const NAMES = ["allocate", "create", "configure", "start"];

test.each(NAMES)("a failure at %s undoes the begun steps, last first, and the operation fails", async (failing) => {
  const journal: string[] = [];
  const settled: unknown[] = [];
  const fail = async () => {
    throw failure("no such image", { code: "image_missing", outward: true });
  };
  const saga = journalSaga(
    journal,
    Object.fromEntries(NAMES.map((name) => [name, name === failing ? fail : nothing])),
    {
      async settle(_, { outcome, failure: why }) {
        settled.push(outcome, why);
      },
    },
  );
  fixture.work(saga);
  const id = await fixture.accept(saga);

  expect(await ending(fixture.database, id)).toBe("failed");
  const begun = NAMES.slice(0, NAMES.indexOf(failing) + 1);
  expect(journal).toEqual([...begun.map((name) => `do ${name}`), ...begun.toReversed().map((name) => `undo ${name}`)]);
  expect(settled).toEqual(["failed", { code: "image_missing", message: "no such image" }]);
  expect(await fixture.operation(id)).toMatchObject({
    current_step: failing,
    error_code: "image_missing",
    error_message: "no such image",
  });
  expect(await fixture.steps(id)).toMatchObject(
    begun.map((name) => ({ name, status: "undone", error: name === failing ? "no such image" : null })),
  );
});

test("an internal error message does not reach the operation or its steps", async () => {
  const saga = journalSaga([], {
    create: async () => {
      throw failure("connect to 10.1.2.3 as root failed");
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  expect(await ending(fixture.database, id)).toBe("failed");
  const operation = await fixture.operation(id);
  expect(operation.error_code).toBe("internal");
  expect(operation.error_message).not.toContain("10.1.2.3");
  expect((await fixture.steps(id))[0]?.error).not.toContain("10.1.2.3");
});

test("a retryable error is final after the last attempt", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, {
    create: async () => {
      throw failure("busy", { retryable: true, outward: true, code: "provider_busy" });
    },
  });
  const id = await fixture.accept(saga);
  await fixture.database.prisma.operationStep.create({
    data: { operation_id: id, position: 0, name: "create", status: "failed", attempt: MAX_ATTEMPTS - 1 },
  });
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("failed");
  expect(journal).toEqual(["do create", "undo create"]);
  expect(await fixture.operation(id)).toMatchObject({ error_code: "provider_busy", error_message: "busy" });
});

test("a failing undo is retried until it succeeds", async () => {
  const journal: string[] = [];
  let failures = 2;
  const saga = journalSaga(journal, {
    allocate: nothing,
    create: {
      do: async () => {
        throw failure("no room");
      },
      undo: async () => {
        if (failures-- > 0) throw failure("still busy");
      },
    },
  });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  expect(await ending(fixture.database, id)).toBe("failed");
  expect(journal).toEqual(["do allocate", "do create", "undo create", "undo create", "undo create", "undo allocate"]);
  expect(await fixture.steps(id)).toMatchObject([
    { status: "undone", attempt: 1 },
    { status: "undone", attempt: 3 },
  ]);
});
