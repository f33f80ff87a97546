// Explanations of operations, from what sagas and requests have really written.
import { openDatabase } from "@fulmar/prisma";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { explainOperation } from "../../src/operator.ts";
import { raiseFence } from "../../src/work/fence.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();
const explained = (id: string) => explainOperation(fixture.world.database, id);
const query = (text: string, values: readonly unknown[] = []) => fixture.world.database.pool.query(text, [...values]);

/** Each test begins without operations, which workers would take and others be compared with, and without a fence. */
beforeEach(async () => {
  await query("DELETE FROM operation_step");
  await query("DELETE FROM operation");
  await query("UPDATE site_fence SET reason = NULL, detail = NULL, fenced_at = NULL");
});

/** A connection as a worker has it, by which operators see that one is there. */
async function connectedWorker(): Promise<void> {
  const database = openDatabase(fixture.world.databaseUrl, { max: 1, program: "worker" });
  onTestFinished(() => database.close());
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
}

/** An operation that no worker has taken. */
async function queued(name: string): Promise<string> {
  const { operation_id } = await fixture.createVm(name);
  return operation_id;
}

test("an operation that succeeded: who asked, its steps, and how long they take usually", async () => {
  await fixture.runningVm("first");
  const { operation_id, vm_id } = await fixture.createVm("second");
  fixture.work();
  await fixture.ended(operation_id);
  const told = await explained(operation_id);
  expect(told).toMatchObject({ status: "succeeded", resource_id: vm_id, worker: null, error: null, waiting: null });
  expect(told.asked_by).toMatchObject({ type: "user", id: "user_test", name: "Test", source_ip: null });
  expect(told.steps.map(({ name, status, attempts }) => [name, status, attempts])).toEqual([
    ["create-instance", "succeeded", 1],
    ["provision-instance", "succeeded", 1],
    ["configure-instance", "succeeded", 1],
    ["boot-instance", "succeeded", 1],
  ]);
  for (const { usual_seconds } of [told, ...told.steps]) expect(usual_seconds).not.toBeNull();
  const [begin = "", ...rest] = told.sentences;
  expect(begin).toMatch(/: user Test \(user_test\) asked for create of cloud_vm vm_\S+ in workspace 1, request \S+\.$/);
  expect(rest.at(0)).toMatch(/: step create-instance succeeded after \S+ s \((long: )?usually \S+ s\)/);
  expect(rest.at(-1)).toMatch(/: it succeeded after .* compared with 1 operation of its kind\.$/);
});

test("an operation that failed: the provider's error, and what was undone", async () => {
  fixture.work();
  const { operation_id } = await fixture.createVm("fail-at-boot-instance--explained");
  await fixture.ended(operation_id);
  const told = await explained(operation_id);
  expect(told.status).toBe("failed");
  expect(told.error?.message).toBeTruthy();
  expect(told.steps.filter(({ status }) => status === "undone").length).toBeGreaterThan(0);
  const text = told.sentences.join("\n");
  expect(text).toContain(told.error?.message);
  expect(text).toMatch(/^\d+ steps? (was|were) undone\.$/m);
  expect(text).toMatch(/: it failed after /);
});

test("an operation without a worker, and one that a connected worker does not take", async () => {
  const id = await queued("nobody");
  expect((await explained(id)).waiting).toBe("It waits because no worker is connected: start one.");
  await connectedWorker();
  expect((await explained(id)).waiting).toMatch(
    /^It has been due since .* no worker has taken it: .*\(saga vm-create\)\.$/,
  );
});

test("an operation that waits for workers which are busy, and for another one of its resource", async () => {
  const id = await queued("late");
  await connectedWorker();
  await query(
    `INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, status, input,
                            deadline_at, lease_owner, lease_until)
    SELECT 'op_0busy' || n, workspace_id, 'vm_' || n, resource_type, 'start', saga, 'running', '{}', deadline_at,
           'host:1:x', now() + interval '1 hour'
      FROM operation, generate_series(1, 16) n WHERE operation_id = $1`,
    [id],
  );
  expect((await explained(id)).waiting).toBe(
    "It waits because 1 worker is busy with 16 operations: start more workers.",
  );
  await query("DELETE FROM operation WHERE operation_id LIKE 'op_0busy%'");
  await query(
    `INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, status, input,
                            deadline_at)
    SELECT 'op_00first', workspace_id, resource_id, resource_type, 'start', saga, 'accepted', '{}', deadline_at
      FROM operation WHERE operation_id = $1`,
    [id],
  );
  expect((await explained(id)).waiting).toBe(
    "It waits because op_00first works on the same resource: see fulmar admin why op_00first.",
  );
});

test("an operation whose worker has it, whose worker was lost, and one that is tried again later", async () => {
  const id = await queued("leased");
  await connectedWorker();
  await query(
    `UPDATE operation SET status = 'running', current_step = 'boot-instance', lease_owner = 'host-1:77:random',
       lease_until = now() + interval '1 hour' WHERE operation_id = $1`,
    [id],
  );
  expect((await explained(id)).waiting).toBe("The worker host-1, process 77 has it, at boot-instance.");
  await query("UPDATE operation SET lease_until = now() - interval '12 minutes' WHERE operation_id = $1", [id]);
  expect((await explained(id)).waiting).toMatch(
    /^The worker host-1, process 77 had it and lost its lease 12 min \d+ s ago; /,
  );
  await query(
    `UPDATE operation SET lease_owner = NULL, lease_until = NULL, run_at = now() + interval '5 minutes'
       WHERE operation_id = $1`,
    [id],
  );
  expect((await explained(id)).waiting).toMatch(/^It is not due yet: a worker takes it again in (4|5) min \d+ s\.$/);
  await query(
    `INSERT INTO operation_step (operation_id, position, name, status, attempt, error)
       VALUES ($1, 3, 'boot-instance', 'waiting', 4, 'The site is full.')`,
    [id],
  );
  expect((await explained(id)).waiting).toMatch(
    /^The step boot-instance failed at attempt 4 \(The site is full\.\) and is tried again in /,
  );
  await query(`UPDATE operation_step SET error = NULL, output = '{"waited": true}' WHERE operation_id = $1`, [id]);
  expect((await explained(id)).waiting).toMatch(
    /^The step boot-instance waits for the provider, which is asked again in /,
  );
});

test("an operation of a fenced site", async () => {
  fixture.work();
  await fixture.runningVm("before the fence");
  const id = await queued("fenced");
  await raiseFence(fixture.world.database.sql, "simulated", "database_behind");
  const { waiting } = await explained(id);
  expect(waiting).toMatch(
    /^It has waited since \S+ \S+ UTC because its site is fenced: The site is ahead of this database/,
  );
});

test("an operation that is not there", async () => {
  expect((await refusalOf(explained("op_none"))).message).toBe(
    "There is no operation op_none; check its id, which begins with op_.",
  );
});
