// The sagas that change a VM: how each begins on a running VM, and what differs after it has succeeded.
import type { CloudVmDetail, OperationId } from "@fulmar/contract";
import { expect } from "vitest";
import type { computeFixture, Input } from "../compute-fixture.ts";

type ComputeFixture = ReturnType<typeof computeFixture>;

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ new";

/** Everything that a change of a VM can affect, in the database and at the provider. */
export async function worldOf(fixture: ComputeFixture, vmId: string) {
  const { updated_at, ...record } = await fixture.send<CloudVmDetail>("cloudVm.get", { vm_id: vmId });
  const { database } = fixture.world;
  const { ssh_keys, user_data, sealed_user_data } = await database.prisma.vm.findUniqueOrThrow({
    where: { vm_id: vmId },
  });
  expect(user_data).toBeNull();
  const instance = await fixture.instance(vmId);
  if (instance === undefined) throw new Error(`the VM ${vmId} has no instance`);
  const { rows } = await database.pool.query<{ configuration: object }>(
    "SELECT configuration FROM simulated.instance WHERE vm_id = $1",
    [vmId],
  );
  const pending = await database.prisma.vmPendingConfiguration.count({ where: { vm_id: vmId } });
  return {
    record,
    ssh_keys,
    has_user_data: sealed_user_data !== null,
    instance,
    configuration: rows[0]?.configuration ?? {},
    pending,
  };
}
export type World = Awaited<ReturnType<typeof worldOf>>;

export interface ChangeStory {
  readonly operation: OperationId;
  readonly body: Input;
  /** The expected state afterwards, from the state before. */
  readonly succeeded: (before: World) => object;
}

export const changeStories: Readonly<Record<string, ChangeStory>> = {
  "vm-resize-plan": {
    operation: "cloudVm.resizePlan",
    body: { plan_id: "plan-medium" },
    succeeded: ({ record, instance, ...rest }) => ({
      ...rest,
      record: {
        ...record,
        ...{ plan_id: "plan-medium", plan_name: "Cloud medium", cpu: 2, ram_mb: 4096, disk_gb: 80 },
        monthly_price: "14.6",
      },
      instance: { ...instance, cpu: 2, ramMb: 4096, diskGb: 80 },
    }),
  },
  "vm-resize-root-disk": {
    operation: "cloudVm.resizeRootDisk",
    body: { disk_gb: 50 },
    succeeded: ({ record, instance, ...rest }) => ({
      ...rest,
      record: { ...record, disk_gb: 50, monthly_price: "7.738" },
      instance: { ...instance, diskGb: 50 },
    }),
  },
  "vm-rebuild": {
    operation: "cloudVm.rebuild",
    body: { template_id: "ubuntu-24.04", ssh_keys: [KEY], user_data: "#!/bin/sh" },
    succeeded: ({ record, instance, ...rest }) => ({
      ...rest,
      record: { ...record, template_id: "ubuntu-24.04", os_distro: "ubuntu" },
      ssh_keys: [KEY],
      has_user_data: true,
      instance: { ...instance, templateId: "ubuntu-24.04" },
      configuration: { hostname: record.name, sshKeys: [KEY], userData: "#!/bin/sh" },
    }),
  },
  "vm-rescue": {
    operation: "cloudVm.rescue",
    body: { enabled: true },
    succeeded: ({ record, instance, ...rest }) => ({
      ...rest,
      record: { ...record, rescue_enabled: true },
      instance: { ...instance, rescue: true },
    }),
  },
  "vm-update-access": {
    operation: "cloudVm.updateAccess",
    body: { ssh_keys: [KEY], password: "correct horse battery" },
    succeeded: (before) => ({
      ...before,
      ssh_keys: [KEY],
      configuration: { ...before.configuration, sshKeys: [KEY], passwordHash: expect.stringMatching(/^\$6\$/) },
    }),
  },
};
