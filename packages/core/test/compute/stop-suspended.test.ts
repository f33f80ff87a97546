// An organization that is suspended for longer than the grace has its VMs stopped. Nothing that holds data is deleted.
import { beforeEach, expect, test } from "vitest";
import { stopSuspended } from "../../src/compute/stop-suspended.ts";
import { resumeWallet, suspendWallet } from "../../src/operator.ts";
import { computeFixture } from "../compute-fixture.ts";

const GRACE_HOURS = 48;
const fixture = computeFixture({ FULMAR_SUSPENSION_GRACE_HOURS: String(GRACE_HOURS) });
const never = new AbortController().signal;

let vmId: string;
let number = 0;
beforeEach(async () => {
  const accepted = await fixture.createVm(`vm ${++number}`);
  vmId = accepted.vm_id;
  await fixture.world.database.prisma.vm.update({
    where: { vm_id: vmId },
    data: { status: "running", operation_id: null },
  });
});

const wallet = () => ({ organizationId: fixture.world.entry.workspace.organizationId });
const status = async () => (await fixture.vm(vmId)).status;

async function suspendedFor(hours: number): Promise<void> {
  const { database } = fixture.world;
  await suspendWallet(database, { ...wallet(), reason: "unpaid since May" });
  await database.pool.query("UPDATE wallet SET suspended_at = now() - $1::int * interval '1 minute'", [hours * 60]);
}

test("stops VMs after the grace, once, with the reason in the audit trail, and lets them start after payment", async () => {
  const { database, services } = fixture.world;
  await suspendedFor(GRACE_HOURS - 1);
  await stopSuspended.run(services, never);
  expect(await status()).toBe("running");

  await suspendedFor(GRACE_HOURS + 1);
  await Promise.all([stopSuspended.run(services, never), stopSuspended.run(services, never)]);
  await stopSuspended.run(services, never);
  expect(await status()).toBe("stopping");
  const events = await database.prisma.auditEvent.findMany({ where: { resource_id: vmId, action: "cloudVm.stop" } });
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    actor_type: "system",
    detail: "The organization is suspended: unpaid since May",
    result: 202,
  });
  const stops = { where: { resource_id: vmId, action: "stop" as const } };
  expect(await database.prisma.operation.count(stops)).toBe(1);
  expect(await database.prisma.vm.count({ where: { vm_id: vmId, deleted_at: null } })).toBe(1);

  await database.prisma.vm.update({ where: { vm_id: vmId }, data: { status: "stopped", operation_id: null } });
  await expect(fixture.send("cloudVm.start", { vm_id: vmId })).rejects.toMatchObject({
    status: 403,
    code: "account_suspended",
  });
  expect(await status()).toBe("stopped");
  await resumeWallet(database, wallet());
  await fixture.send("cloudVm.start", { vm_id: vmId });
  expect(await status()).toBe("starting");
});

test("tries a VM that could not be stopped again after ten minutes, and the others meanwhile", async () => {
  const { database, services } = fixture.world;
  const other = await fixture.createVm("other");
  const running = { where: { vm_id: other.vm_id }, data: { status: "running", operation_id: null } } as const;
  await database.prisma.vm.update(running);
  const stops = (resource_id: string) => database.prisma.operation.count({ where: { resource_id, action: "stop" } });
  const failed = async (finished_at: Date) => {
    const where = { resource_id: vmId, action: "stop" } as const;
    await database.prisma.operation.updateMany({ where, data: { status: "failed", finished_at } });
    await database.prisma.vm.update({ where: { vm_id: vmId }, data: { status: "running", operation_id: null } });
  };
  await suspendedFor(GRACE_HOURS + 1);
  await stopSuspended.run(services, never);
  expect([await stops(vmId), await stops(other.vm_id)]).toEqual([1, 1]);

  await failed(new Date());
  await stopSuspended.run(services, never);
  expect([await stops(vmId), await stops(other.vm_id)]).toEqual([1, 1]);
  await failed(new Date(Date.now() - 11 * 60_000));
  await stopSuspended.run(services, never);
  expect([await stops(vmId), await stops(other.vm_id)]).toEqual([2, 1]);
  await resumeWallet(database, wallet());
});

test("stops nothing where the policy is to keep what runs", async () => {
  await suspendedFor(GRACE_HOURS * 10);
  const { services, database } = fixture.world;
  await stopSuspended.run({ ...services, suspensionPolicy: { by: [], graceHours: 0 } }, never);
  expect(await status()).toBe("running");
  await resumeWallet(database, wallet());
});
