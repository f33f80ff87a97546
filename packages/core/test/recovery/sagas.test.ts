// The generic tests of sagas for those of snapshots and backups: every step done twice, a failure at every step, every
// undo done twice.
import type { OperationStep, SnapshotSet } from "@fulmar/contract";
import { runToEnd, sagaVariants } from "@fulmar/engine/testing";
import { describe, expect, test } from "vitest";
import { recoverySagas } from "../../src/recovery/worker.ts";
import { sagas } from "../../src/worker.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const fixture = recoveryFixture();

interface Point {
  readonly id: string;
  readonly kind: "snapshot" | "backup";
}

interface Begun {
  readonly vm_id: string;
  readonly operation_id: string;
  /** The recovery point that the operation creates or restores. */
  readonly point: Point;
  /** The VM's copies at the provider before. */
  readonly keptBefore: readonly string[];
}

interface Story {
  readonly begin: (name: string) => Promise<Begun>;
  /** The root disk's content after success. After a failure it is `present`. */
  readonly content: string;
}

/** A VM whose disk holds `present`, with a snapshot and a backup from when it held `past`. */
async function machine(name: string) {
  const vm_id = await fixture.runningVm(name);
  const worker = fixture.work();
  await fixture.write(vm_id, fixture.root(vm_id), "past");
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "past", capture_scope: "root_only" });
  const { backup_id } = await fixture.backup(vm_id);
  await fixture.write(vm_id, fixture.root(vm_id), "present");
  await worker.stop();
  return { vm_id, snapshot_set_id, backup_id, keptBefore: await fixture.kept(vm_id) };
}

async function takeSnapshot(name: string): Promise<Begun> {
  const { vm_id, keptBefore } = await machine(name);
  const { operation_id } = await fixture.send<{ operation_id: string }>("snapshot.create", { vm_id }, { name: "new" });
  const { snapshots } = await fixture.send<{ snapshots: { snapshot_set_id: string }[] }>("snapshot.list", { vm_id });
  return { vm_id, operation_id, keptBefore, point: { kind: "snapshot", id: snapshots[0]?.snapshot_set_id ?? "" } };
}

async function takeBackup(name: string): Promise<Begun> {
  const { vm_id, keptBefore } = await machine(name);
  const { operation_id } = await fixture.send<{ operation_id: string }>(
    "backup.create",
    { vm_id },
    { type: "incremental" },
  );
  const [backup] = await fixture.backups(vm_id);
  return { vm_id, operation_id, keptBefore, point: { kind: "backup", id: backup?.backup_id ?? "" } };
}

async function restore(name: string, kind: Point["kind"]): Promise<Begun> {
  const { vm_id, keptBefore, snapshot_set_id, backup_id } = await machine(name);
  const params = kind === "snapshot" ? { vm_id, snapshot_set_id } : { vm_id, backup_id };
  const { operation_id } = await fixture.send<{ operation_id: string }>(`${kind}.restore`, params);
  return { vm_id, operation_id, keptBefore, point: { kind, id: kind === "snapshot" ? snapshot_set_id : backup_id } };
}

const stories: Readonly<Record<string, Story>> = {
  "vm-snapshot": { begin: takeSnapshot, content: "present" },
  backup: { begin: takeBackup, content: "present" },
  "restore-snapshot": { begin: (name) => restore(name, "snapshot"), content: "past" },
  "restore-backup": { begin: (name) => restore(name, "backup"), content: "past" },
};

async function statusOf(vm_id: string, { kind, id }: Point): Promise<string> {
  const params = kind === "snapshot" ? { vm_id, snapshot_set_id: id } : { vm_id, backup_id: id };
  return (await fixture.send<{ status: string }>(`${kind}.get`, params)).status;
}

test("the worker runs every saga of recovery", () => {
  for (const saga of recoverySagas) expect(sagas.map(({ name }) => name)).toContain(saga.name);
});

describe.each(
  sagas
    .filter(({ name }) => name in stories || recoverySagas.some((saga) => saga.name === name))
    .map((saga) => [saga.name, saga] as const),
)("%s", (sagaName, saga) => {
  test.each(sagaVariants(saga).map((variant) => [variant.title, variant] as const))("%s", async (title, variant) => {
    const story = stories[sagaName];
    if (story === undefined) throw new Error(`the saga ${sagaName} has no story in this test`);
    const name = `${sagaName} ${title}`.replaceAll(/[^a-z -]/g, "");
    const { vm_id, operation_id, point, keptBefore } = await story.begin(name.slice(0, 63).trim());
    const { database, services } = fixture.world;
    expect(await runToEnd({ database, saga: variant.saga, services, operationId: operation_id })).toBe(variant.outcome);

    const succeeded = variant.outcome === "succeeded";
    const taken = !keptBefore.includes(point.id);
    expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
    expect(await fixture.instance(vm_id)).toMatchObject({ power: "running" });
    const { operation_id: holder } = await database.prisma.vm.findUniqueOrThrow({ where: { vm_id } });
    expect(holder).toBeNull();
    expect(await fixture.read(fixture.root(vm_id))).toBe(succeeded ? story.content : "present");
    expect(await statusOf(vm_id, point)).toBe(succeeded || !taken ? "succeeded" : "failed");
    // The copy of the overwritten content is removed soon afterwards.
    await fixture.reconcile("remove-leftover-copies");
    expect(new Set(await fixture.kept(vm_id))).toEqual(
      new Set([...keptBefore, ...(taken && succeeded ? [point.id] : [])]),
    );
  });
});

test.each(recoverySagas.flatMap((saga) => saga.steps.map((step) => [saga.name, step.name] as const)))(
  "%s fails cleanly for a name with fail-at-%s",
  async (sagaName, step) => {
    const story = stories[sagaName];
    if (story === undefined) throw new Error(`the saga ${sagaName} has no story in this test`);
    const before = await story.begin(`to fail ${sagaName} ${step}`);
    // The operation's input has its resource's name from the acceptance.
    await fixture.query(
      `UPDATE operation SET input = input || jsonb_build_object('name', $2::text) WHERE operation_id = $1`,
      [before.operation_id, `fail-at-${step}--x`],
    );
    fixture.work();
    expect(await fixture.ended(before.operation_id)).toMatchObject({
      status: "failed",
      current_step: step,
      error_code: "simulated_failure",
    });
    const listed = await fixture.send<OperationStep[]>("operation.steps", { operation_id: before.operation_id });
    expect(listed.map(({ name }) => name)).toEqual(
      recoverySagas.find(({ name }) => name === sagaName)?.steps.map(({ name }) => name),
    );
    expect(await fixture.vm(before.vm_id)).toMatchObject({ status: "running" });
    expect(await fixture.read(fixture.root(before.vm_id))).toBe("present");
    expect(await fixture.kept(before.vm_id)).toEqual(before.keptBefore);
  },
);

test("a failed snapshot names its operation and the error", async () => {
  const vm_id = await fixture.runningVm("fail-at-capture-volumes--x");
  fixture.work();
  const { operation_id, error_message } = await fixture.act("snapshot.create", { vm_id }, { name: "s" });
  const { snapshots } = await fixture.send<{ snapshots: SnapshotSet[] }>("snapshot.list", { vm_id });
  expect(snapshots).toMatchObject([{ status: "failed" }]);
  expect(snapshots[0]?.metadata).toEqual({ operation_id, error_code: "simulated_failure", error_message });
  expect(error_message).toContain("capture-volumes");
});
