import { expect, test } from "vitest";
import { engineFixture, eventually, failure, journalSaga, nothing, WORKSPACE } from "./engine-fixture.ts";
import { requestCancel } from "./request-cancel.ts";
import { waitFor } from "./saga.ts";
import { ending, untilAborted } from "./testing.ts";

const fixture = engineFixture();

const cancel = (id: string, workspaceId = WORKSPACE) => requestCancel(fixture.database.sql, workspaceId, id);
const atStep = (id: string, name: string) =>
  eventually(async () => (await fixture.operation(id)).current_step === name);

test("cancelling an accepted operation runs no step and settles it", async () => {
  const journal: string[] = [];
  const settled: unknown[] = [];
  const saga = journalSaga(
    journal,
    { create: nothing },
    {
      async settle(_, { outcome, failure: why }) {
        settled.push(outcome, why);
      },
    },
  );
  const id = await fixture.accept(saga);
  expect(await cancel(id)).toBe(true);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(journal).toEqual([]);
  expect(settled).toEqual(["cancelled", null]);
  expect(await fixture.operation(id)).toMatchObject({ error_code: null, error_message: null });
});

test("a failed settlement of a cancelled operation is tried again", async () => {
  let settlements = 0;
  const saga = journalSaga(
    [],
    { create: nothing },
    {
      async settle() {
        settlements += 1;
        if (settlements === 1) throw failure("the first settlement fails");
      },
    },
  );
  const id = await fixture.accept(saga);
  await cancel(id);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(settlements).toBe(2);
});

test("cancelling a running operation aborts the step's signal and undoes what began", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, { allocate: nothing, create: untilAborted, start: nothing });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "create");
  expect(await cancel(id)).toBe(true);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(journal).toEqual(["do allocate", "do create", "undo create", "undo allocate"]);
});

test("cancelling waits for a step that ignores its signal and starts no other", async () => {
  const journal: string[] = [];
  const release = Promise.withResolvers<undefined>();
  const saga = journalSaga(journal, { create: () => release.promise, start: nothing });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "create");
  expect(await cancel(id)).toBe(true);
  release.resolve(undefined);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(journal).toEqual(["do create", "undo create"]);
});

test("cancelling a waiting operation undoes it at once", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, { create: async () => waitFor(50_000) });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await fixture.reaches(id, "waiting");
  expect(await cancel(id)).toBe(true);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(journal).toEqual(["do create", "undo create"]);
});

test("cancelling is refused from the point of no return on", async () => {
  const release = Promise.withResolvers<undefined>();
  const saga = journalSaga([], { prepare: nothing, destroy: { pointOfNoReturn: true, do: () => release.promise } });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "destroy");
  expect(await cancel(id)).toBe(false);
  release.resolve(undefined);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(await fixture.operation(id)).toMatchObject({ cancel_requested_at: null });
});

test("cancelling is refused for another workspace, an ended operation and an unknown one", async () => {
  const saga = journalSaga([], { create: nothing });
  const id = await fixture.accept(saga);
  expect(await cancel(id, WORKSPACE + 1n)).toBe(false);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(await cancel(id)).toBe(false);
  expect(await cancel("op_unknown")).toBe(false);
});

test("cancelling works inside a transaction", async () => {
  const saga = journalSaga([], { create: nothing });
  const id = await fixture.accept(saga);
  expect(await fixture.database.transaction(({ sql }) => requestCancel(sql, WORKSPACE, id))).toBe(true);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("cancelled");
});
