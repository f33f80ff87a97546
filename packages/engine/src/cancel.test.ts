import { expect, test } from "vitest";
import { engineFixture, eventually, failure, journalSaga, nothing, WORKSPACE } from "./engine-fixture.ts";
import { requestCancel } from "./request-cancel.ts";
import { waitFor } from "./saga.ts";
import { ending } from "./testing.ts";
import { untilAborted } from "./until-aborted.ts";

const fixture = engineFixture();

const cancel = (id: string, workspaceId = WORKSPACE) => requestCancel(fixture.database.sql, workspaceId, id);
const atStep = (id: string, name: string) =>
  eventually(async () => (await fixture.operation(id)).current_step === name);

test("accepted: cancelled at once, nothing runs, and the saga settles", async () => {
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

test("accepted: a settlement that fails is tried again", async () => {
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

test("running: the step's signal is aborted and what began is undone", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, { allocate: nothing, create: untilAborted, start: nothing });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await atStep(id, "create");
  expect(await cancel(id)).toBe(true);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(journal).toEqual(["do allocate", "do create", "undo create", "undo allocate"]);
});

test("running a step that does not heed its signal: it ends first, nothing new begins", async () => {
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

test("waiting: taken up at once and undone", async () => {
  const journal: string[] = [];
  const saga = journalSaga(journal, { create: async () => waitFor(50_000) });
  fixture.work(saga);
  const id = await fixture.accept(saga);
  await fixture.reaches(id, "waiting");
  expect(await cancel(id)).toBe(true);
  expect(await ending(fixture.database, id)).toBe("cancelled");
  expect(journal).toEqual(["do create", "undo create"]);
});

test("from the point of no return on it is refused", async () => {
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

test("of another workspace, ended, or unknown: refused", async () => {
  const saga = journalSaga([], { create: nothing });
  const id = await fixture.accept(saga);
  expect(await cancel(id, WORKSPACE + 1n)).toBe(false);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("succeeded");
  expect(await cancel(id)).toBe(false);
  expect(await cancel("op_unknown")).toBe(false);
});

test("it can be asked for inside a transaction", async () => {
  const saga = journalSaga([], { create: nothing });
  const id = await fixture.accept(saga);
  expect(await fixture.database.transaction(({ sql }) => requestCancel(sql, WORKSPACE, id))).toBe(true);
  fixture.work(saga);
  expect(await ending(fixture.database, id)).toBe("cancelled");
});
