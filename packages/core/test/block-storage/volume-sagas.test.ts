// The generic tests of sagas for those of volumes: every step done twice, a failure at every step, every undo done
// twice. Also the faults that a volume's name triggers in the simulated provider.
import type { Acceptance, VmStatus, VolumeStatus } from "@fulmar/contract";
import { ending, runToEnd, type SagaVariant, sagaVariants } from "@fulmar/engine/testing";
import { describe, expect, test } from "vitest";
import { sagas, type WorkerServices } from "../../src/worker.ts";
import { computeFixture } from "../compute-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

const fixture = computeFixture();
const volumes = volumesOf(fixture);

/** The state of a volume in the database and at its provider, and of its VM. */
interface State {
  readonly status: VolumeStatus;
  readonly size_gb: number;
  readonly held: boolean;
  readonly attached: boolean;
  /** The size and the attachment at the provider, or null if it is not there. */
  readonly stored: { readonly size_gb: number; readonly attached: boolean } | null;
}

const state = (status: VolumeStatus, size_gb: number, attached: boolean): State => ({
  status,
  size_gb,
  held: false,
  attached,
  stored: { size_gb, attached },
});
const available = state("available", 10, false);
const inUse = state("in-use", 10, true);

async function stateOf(volume_id: string): Promise<State> {
  const { status, size_gb, attached_vm_id } = await volumes.get(volume_id);
  const { operation_id } = await fixture.world.database.prisma.volume.findFirstOrThrow({ where: { volume_id } });
  const stored = await volumes.stored(volume_id);
  return {
    status,
    size_gb,
    held: operation_id !== null,
    attached: attached_vm_id !== null,
    stored: stored === undefined ? null : { size_gb: stored.sizeGb, attached: stored.attachedVmId !== null },
  };
}

interface Begun {
  readonly volume_id: string;
  readonly operation_id: string;
  readonly vm_id?: string;
}

interface Story {
  readonly begin: (name: string) => Promise<Begun>;
  /** The entry in the volume's history, or null if there is none. */
  readonly action: string | null;
  readonly succeeded: State;
  /** After a failure: the state before, unless the failure came too late for that. */
  readonly failed: (title: string) => State;
  /** The VM's state afterwards, if there is a VM. By default it is running, as before. */
  readonly vm?: { readonly succeeded: VmStatus; readonly failed: VmStatus };
}

let created = 0;

const vms = { running: "" };
async function runningVm(): Promise<string> {
  vms.running ||= await fixture.runningVm("host");
  return vms.running;
}

const stories: Readonly<Record<string, Story>> = {
  "volume-create": {
    async begin(name) {
      const { volume_id } = await volumes.create(name);
      return { volume_id, operation_id: await volumes.operationOf(volume_id) };
    },
    action: "create",
    succeeded: available,
    failed: () => ({ ...available, status: "error", stored: null }),
  },
  "volume-resize": {
    async begin(name) {
      const volume_id = await volumes.available(name);
      return { volume_id, operation_id: await volumes.change("volume.resize", volume_id, { size_gb: 20 }) };
    },
    action: "resize",
    succeeded: state("available", 20, false),
    failed: (title) => (title.startsWith("failing after grow-volume") ? state("available", 20, false) : available),
  },
  "volume-attach": {
    async begin(name) {
      const [volume_id, vm_id] = [await volumes.available(name), await runningVm()];
      return { volume_id, vm_id, operation_id: await volumes.change("volume.attach", volume_id, { vm_id }) };
    },
    action: "attach",
    succeeded: inUse,
    failed: () => available,
  },
  "volume-detach": {
    async begin(name) {
      const vm_id = await runningVm();
      const volume_id = await volumes.attached(name, vm_id);
      return { volume_id, vm_id, operation_id: await volumes.change("volume.detach", volume_id) };
    },
    action: "detach",
    succeeded: available,
    failed: () => inUse,
  },
  "create-vm-with-volumes": {
    async begin(name) {
      const volume_id = await volumes.available(`with ${++created}`);
      const body = { name, plan_id: "plan-nano", template_id: "debian-13", volume_ids: [volume_id] };
      const { vm_id, operation_id } = await fixture.send<Acceptance>("cloudVm.create", {}, body);
      return { volume_id, vm_id, operation_id };
    },
    action: "attach",
    succeeded: inUse,
    failed: () => available,
    vm: { succeeded: "running", failed: "error" },
  },
  "volume-snapshot": {
    async begin(name) {
      const volume_id = await volumes.available(name);
      return { volume_id, operation_id: await volumes.change("volumeSnapshot.create", volume_id, { name: "before" }) };
    },
    action: null,
    succeeded: available,
    failed: () => available,
  },
};

const volumeSagas = sagas
  .filter((saga) => saga.name.startsWith("volume-") || saga.name === "create-vm-with-volumes")
  .map((saga) => [saga.name, saga] as const);

function storyOf(sagaName: string): Story {
  const story = stories[sagaName];
  if (story === undefined) throw new Error(`the saga ${sagaName} has no story in this test`);
  return story;
}

async function expectEnd(
  { volume_id, vm_id }: Begun,
  { action, ...story }: Story,
  variant: Pick<SagaVariant<WorkerServices>, "title" | "outcome">,
) {
  const succeeded = variant.outcome === "succeeded";
  const expected = succeeded ? story.succeeded : story.failed(variant.title);
  expect(await stateOf(volume_id)).toEqual(expected);
  const vm = story.vm ?? { succeeded: "running", failed: "running" };
  if (vm_id !== undefined)
    expect(await fixture.vm(vm_id)).toMatchObject({ status: succeeded ? vm.succeeded : vm.failed });
  const [last] = await volumes.history(volume_id);
  if (action === null) {
    const [snapshot] = await fixture.send<{ status: string }[]>("volumeSnapshot.list", { volume_id });
    const { rows } = await fixture.world.database.pool.query(
      "SELECT FROM simulated.volume_snapshot WHERE volume_id = $1",
      [volume_id],
    );
    expect({ status: snapshot?.status, atProvider: rows.length }).toEqual({
      status: variant.outcome,
      atProvider: succeeded ? 1 : 0,
    });
    return;
  }
  expect(last).toMatchObject({
    operation: action,
    status: variant.outcome,
    completed_at: expect.any(String),
    ...(succeeded ? { result: expect.any(Object) } : { error: expect.any(String) }),
  });
  expect((await volumes.get(volume_id)).error_message).toEqual(expected.status === "error" ? expect.any(String) : null);
}

describe.each(volumeSagas)("%s", (sagaName, saga) => {
  test.each(sagaVariants(saga).map((variant) => [variant.title, variant] as const))("%s", async (title, variant) => {
    const { database, services } = fixture.world;
    const begun = await storyOf(sagaName).begin(
      `${sagaName} ${title}`
        .replaceAll(/[^a-z -]/g, "")
        .slice(0, 63)
        .trim(),
    );
    expect(await runToEnd({ database, saga: variant.saga, services, operationId: begun.operation_id })).toBe(
      variant.outcome,
    );
    await expectEnd(begun, storyOf(sagaName), variant);
  });

  test.each(saga.steps.map((step) => step.name))("fails cleanly for a name with fail-at-%s", async (step) => {
    const begun = await storyOf(sagaName).begin(`fail-at-${step}--${sagaName}`);
    fixture.work();
    expect(await ending(fixture.world.database, begun.operation_id)).toBe("failed");
    await expectEnd(begun, storyOf(sagaName), { title: `failing before ${step}`, outcome: "failed" });
  });
});

test("every story belongs to a saga", () => {
  expect(new Set(volumeSagas.map(([name]) => name))).toEqual(new Set(Object.keys(stories)));
});
