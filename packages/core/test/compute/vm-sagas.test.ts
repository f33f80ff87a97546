// The generic tests of sagas for all in the registry: every step done twice, a failure at every step, every undo done
// twice.
import type { OperationId } from "@fulmar/contract";
import { runToEnd, type SagaVariant, sagaVariants } from "@fulmar/engine/testing";
import { describe, expect, test } from "vitest";
import { sagas, type WorkerServices } from "../../src/worker.ts";
import { computeFixture } from "../compute-fixture.ts";
import { changeStories } from "./vm-change-stories.ts";

const fixture = computeFixture();

/** The state of a VM in the database and at the provider. */
async function stateOf(vmId: string) {
  const { status } = await fixture.vm(vmId);
  const instance = await fixture.instance(vmId);
  const { operation_id } = await fixture.world.database.prisma.vm.findUniqueOrThrow({ where: { vm_id: vmId } });
  return { status, power: instance?.power ?? null, held: operation_id !== null };
}
type State = Awaited<ReturnType<typeof stateOf>>;

const running: State = { status: "running", power: "running", held: false };
const stopped: State = { status: "stopped", power: "stopped", held: false };
const inError: State = { status: "error", power: null, held: false };
const deleted: State = { status: "deleted", power: null, held: false };

interface Story {
  readonly begin: (name: string) => Promise<{ vm_id: string; operation_id: string }>;
  readonly succeeded: State;
  /** After a failure: the state before, unless the failure came too late for that. */
  readonly failed: (variant: SagaVariant<WorkerServices>) => State;
}

async function change(id: OperationId, vm_id: string) {
  const { operation_id } = await fixture.send<{ operation_id: string }>(id, { vm_id });
  return { vm_id, operation_id };
}

async function snapshot(vm_id: string) {
  const { operation_id } = await fixture.send<{ operation_id: string }>(
    "snapshot.create",
    { vm_id },
    { name: "before" },
  );
  return { vm_id, operation_id };
}

/** The number of a VM's snapshots: in the list, succeeded, and at the provider. */
async function snapshotsOf(vm_id: string) {
  const { snapshots } = await fixture.send<{ snapshots: { status: string }[] }>("snapshot.list", { vm_id });
  const { rows } = await fixture.world.database.pool.query("SELECT FROM simulated.snapshot WHERE vm_id = $1", [vm_id]);
  return { status: snapshots[0]?.status, atProvider: rows.length };
}

async function stoppedVm(name: string): Promise<string> {
  const vmId = await fixture.runningVm(name);
  const { operation_id } = await change("cloudVm.stop", vmId);
  const worker = fixture.work();
  await fixture.ended(operation_id);
  await worker.stop();
  return vmId;
}

/** The state in which a workspace with a deletion window keeps a VM. */
const kept: State = { status: "deleted", power: "stopped", held: false };

async function keepFor(hours: number): Promise<void> {
  const { database, entry } = fixture.world;
  await database.pool.query("UPDATE workspace SET deletion_window_hours = $2 WHERE workspace_id = $1", [
    entry.workspace.id,
    hours,
  ]);
}

/** Begins the deletion of a VM that its workspace keeps. */
async function keeping(name: string) {
  const vmId = await fixture.runningVm(name);
  await keepFor(24);
  const begun = await change("cloudVm.delete", vmId);
  await keepFor(0);
  return begun;
}

async function restoring(name: string) {
  const { vm_id, operation_id } = await keeping(name);
  const worker = fixture.work();
  await fixture.ended(operation_id);
  await worker.stop();
  return change("cloudVm.restore", vm_id);
}

/** A host that is drained has its VMs moved by this reconciler. */
const drained = { state: "draining", by: "drain-hosts" };

/** A host that is lost and fenced has them started elsewhere by this one. */
const lost = { state: "lost", status: "offline", fenced_at: new Date(), by: "recover-hosts" };

/** Begins to bring a running VM from a host to another one. */
async function moving(name: string, { by, ...state }: { readonly by: string } & object = drained) {
  const vm_id = await fixture.runningVm(name);
  const { database } = fixture.world;
  const vm = await database.prisma.vm.findUniqueOrThrow({ where: { vm_id } });
  const [from, to] = [`${vm_id}-from`, `${vm_id}-to`];
  const size = { cpus: 64, ram_mb: 65_536, disk_gb: 10_000 };
  for (const host of [from, to]) {
    await database.pool.query(
      "INSERT INTO simulated.host (provider, name, cpus, ram_mb, disk_gb) VALUES ('simulated', $1, 64, 65536, 10000)",
      [host],
    );
    const seen = { host_id: host, site_id: vm.site_id, name: host, status: "online", moves_live: true };
    await database.prisma.siteHost.create({ data: { ...seen, shared_disks: true, ...size, free_disk_gb: 10_000 } });
  }
  await database.pool.query("UPDATE simulated.instance SET host = $2 WHERE vm_id = $1", [vm_id, from]);
  await database.prisma.vm.update({ where: { vm_id }, data: { host_id: from } });
  await database.prisma.siteHost.update({ where: { host_id: from }, data: state });
  if (by === lost.by) await database.pool.query("UPDATE simulated.host SET online = false WHERE name = $1", [from]);
  await fixture.reconcile(by);
  // The site of the other stories is one lump.
  await database.prisma.siteHost.deleteMany();
  const { operation_id } = await database.prisma.vm.findUniqueOrThrow({ where: { vm_id } });
  return { vm_id, operation_id: String(operation_id) };
}

const stories: Readonly<Record<string, Story>> = {
  "vm-create": { begin: (name) => fixture.createVm(name), succeeded: running, failed: () => inError },
  "vm-delete": {
    begin: async (name) => change("cloudVm.delete", await fixture.runningVm(name)),
    succeeded: deleted,
    failed: ({ title }) => (title.startsWith("failing after delete-instance") ? inError : running),
  },
  "vm-keep": { begin: keeping, succeeded: kept, failed: () => running },
  "vm-restore": { begin: restoring, succeeded: running, failed: () => kept },
  "vm-start": {
    begin: async (name) => change("cloudVm.start", await stoppedVm(name)),
    succeeded: running,
    failed: () => stopped,
  },
  "vm-stop": {
    begin: async (name) => change("cloudVm.stop", await fixture.runningVm(name)),
    succeeded: stopped,
    failed: () => running,
  },
  "vm-snapshot": {
    begin: async (name) => snapshot(await fixture.runningVm(name)),
    succeeded: running,
    failed: () => running,
  },
  // What was on the host that is lost stays there until it is back, and the inventory does not have it.
  "vm-recover": {
    begin: (name) => moving(name, lost),
    succeeded: running,
    failed: ({ title }) => ({ ...inError, power: title.startsWith("failing before evacuate") ? null : "stopped" }),
  },
  "vm-move": { begin: moving, succeeded: running, failed: () => running },
  "vm-reboot": {
    begin: async (name) => change("cloudVm.reboot", await fixture.runningVm(name)),
    succeeded: running,
    failed: () => running,
  },
};

/** The sagas that change a VM are tested in vm-change-sagas.test.ts. */
const told = sagas.filter(({ name }) => name.startsWith("vm-") && !Object.hasOwn(changeStories, name));

describe.each(told.map((saga) => [saga.name, saga] as const))("%s", (sagaName, saga) => {
  test.each(sagaVariants(saga).map((variant) => [variant.title, variant] as const))("%s", async (title, variant) => {
    const story = stories[sagaName];
    if (story === undefined) throw new Error(`the saga ${sagaName} has no story in this test`);
    const { database, services } = fixture.world;
    const { vm_id, operation_id } = await story.begin(
      `${sagaName} ${title}`
        .replaceAll(/[^a-z -]/g, "")
        .slice(0, 63)
        .trim(),
    );
    expect(await runToEnd({ database, saga: variant.saga, services, operationId: operation_id })).toBe(variant.outcome);
    expect(await stateOf(vm_id)).toEqual(variant.outcome === "succeeded" ? story.succeeded : story.failed(variant));
    if (sagaName === "vm-snapshot") {
      expect(await snapshotsOf(vm_id)).toEqual({
        status: variant.outcome,
        atProvider: variant.outcome === "succeeded" ? 1 : 0,
      });
    }
  });
});
