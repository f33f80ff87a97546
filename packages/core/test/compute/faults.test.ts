// The faults that a VM's name triggers in the simulated provider reach every step of every saga.
import type { OperationId, OperationStep } from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import { changeVm } from "../../src/compute/change-vm.ts";
import { vmMoveSaga } from "../../src/compute/move-vm.saga.ts";
import { vmRecoverSaga } from "../../src/compute/recover-vm.saga.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture } from "../compute-fixture.ts";
import { changeStories } from "./vm-change-stories.ts";

const fixture = computeFixture();

async function act(id: OperationId, vm_id: string, body = {}) {
  const { operation_id } = await fixture.send<{ operation_id: string }>(id, { vm_id }, body);
  return { operation_id, ended: await fixture.ended(operation_id) };
}

/** Deletes a VM whose workspace keeps it. */
async function keep(vm_id: string) {
  const { database, entry } = fixture.world;
  const window = (hours: number) =>
    database.pool.query("UPDATE workspace SET deletion_window_hours = $2 WHERE workspace_id = $1", [
      entry.workspace.id,
      hours,
    ]);
  await window(24);
  const acted = await act("cloudVm.delete", vm_id);
  await window(0);
  return acted;
}

/** Moves a VM as the drain of its host does. */
async function move(vm_id: string) {
  const { database, workers, entry } = fixture.world;
  await database.pool.query(
    `INSERT INTO simulated.host (provider, name, cpus, ram_mb, disk_gb)
     SELECT 'simulated', name, 64, 1048576, 1048576 FROM unnest(ARRAY['from', 'to']) AS name ON CONFLICT DO NOTHING`,
  );
  const { operation_id } = await workers.transaction(({ sql }) =>
    changeVm(
      { sql, workspace: entry.workspace },
      {
        ...{ type: "cloud", vm_id, action: "move", meanwhile: "rebooting", saga: vmMoveSaga },
        input: { from_host: "from", to_host: "to", live: false },
      },
    ),
  );
  return { operation_id, ended: await fixture.ended(operation_id) };
}

/** Brings a VM of a lost host to another one. */
async function recover(vm_id: string) {
  const { database, workers, entry } = fixture.world;
  await database.pool.query(
    `INSERT INTO simulated.host (provider, name, cpus, ram_mb, disk_gb, online)
     SELECT 'simulated', name, 64, 1048576, 1048576, name = 'safe' FROM unnest(ARRAY['lost', 'safe']) AS name
         ON CONFLICT DO NOTHING`,
  );
  await database.pool.query("UPDATE simulated.instance SET host = 'lost' WHERE vm_id = $1", [vm_id]);
  const input = { power: "running", to_host: "safe", reason: null, detail: null } as const;
  const { operation_id } = await workers.transaction(({ sql }) =>
    changeVm(
      { sql, workspace: entry.workspace },
      { type: "cloud", vm_id, action: "move", meanwhile: "starting", saga: vmRecoverSaga, input },
    ),
  );
  return { operation_id, ended: await fixture.ended(operation_id) };
}

/** How each saga begins on a running VM of the given name, and the state after its failure. */
const stories: Readonly<
  Record<string, { readonly begin: (vm_id: string) => ReturnType<typeof act>; readonly left: string }>
> = {
  "vm-delete": { begin: (vm_id) => act("cloudVm.delete", vm_id), left: "running" },
  "vm-keep": { begin: (vm_id) => keep(vm_id), left: "running" },
  "vm-move": { begin: move, left: "running" },
  "vm-recover": { begin: recover, left: "error" },
  "vm-stop": { begin: (vm_id) => act("cloudVm.stop", vm_id), left: "running" },
  "vm-reboot": { begin: (vm_id) => act("cloudVm.reboot", vm_id), left: "running" },
  "vm-restore": {
    begin: async (vm_id) => {
      await keep(vm_id);
      return act("cloudVm.restore", vm_id);
    },
    left: "deleted",
  },
  "vm-snapshot": { begin: (vm_id) => act("snapshot.create", vm_id, { name: "s" }), left: "running" },
  "vm-start": {
    begin: async (vm_id) => {
      await act("cloudVm.stop", vm_id);
      return act("cloudVm.start", vm_id);
    },
    left: "stopped",
  },
  ...Object.fromEntries(
    Object.entries(changeStories).map(([name, { operation, body }]) => [
      name,
      { begin: (vm_id: string) => act(operation, vm_id, body), left: "running" },
    ]),
  ),
};

async function expectFailure(operation_id: string, step: string) {
  expect(await fixture.ended(operation_id)).toMatchObject({
    status: "failed",
    current_step: step,
    error_code: "simulated_failure",
  });
  const steps = await fixture.send<OperationStep[]>("operation.steps", { operation_id });
  expect(steps.find(({ name }) => name === step)).toMatchObject({ error: expect.stringContaining(step) });
}

describe.each(sagas.filter((saga) => saga.name.startsWith("vm-")).map((saga) => [saga.name, saga.steps] as const))(
  "%s",
  (sagaName, steps) => {
    test.each(steps.map((step) => step.name))("fails at %s for a name with fail-at", async (step) => {
      const { vm_id, operation_id } = await fixture.createVm(`fail-at-${step}--${sagaName}`);
      fixture.work();
      if (sagaName === "vm-create") {
        await expectFailure(operation_id, step);
        expect(await fixture.vm(vm_id)).toMatchObject({ status: "error" });
        return;
      }
      expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
      const story = stories[sagaName];
      if (story === undefined) throw new Error(`the saga ${sagaName} has no story in this test`);
      await expectFailure((await story.begin(vm_id)).operation_id, step);
      expect(await fixture.vm(vm_id)).toMatchObject({ status: story.left });
      // It is on the host that is lost, or off on the other one.
      if (story.left === "error") return expect((await fixture.instance(vm_id))?.power ?? "stopped").toBe("stopped");
      expect(await fixture.instance(vm_id)).toMatchObject({ power: story.left === "deleted" ? "stopped" : story.left });
    });
  },
);

test("an operation on a vanished VM fails with instance_not_found, and the VM can be deleted", async () => {
  const vm_id = await fixture.runningVm("vanish--x");
  const { database } = fixture.world;
  const { rows } = await database.pool.query(
    "UPDATE simulated.instance SET vanishes_at = now() WHERE vm_id = $1 AND vanishes_at IS NOT NULL RETURNING vm_id",
    [vm_id],
  );
  expect(rows).toHaveLength(1);
  fixture.work();
  expect((await act("cloudVm.reboot", vm_id)).ended).toMatchObject({
    status: "failed",
    error_code: "instance_not_found",
  });
  expect((await act("cloudVm.delete", vm_id)).ended).toMatchObject({ status: "succeeded" });
});
