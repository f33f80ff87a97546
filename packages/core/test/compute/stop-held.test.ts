// A VM that an operator holds is stopped by the ordinary saga, once, as soon as no operation holds it.
import { expect, test } from "vitest";
import { stopHeld } from "../../src/compute/stop-held.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
const never = new AbortController().signal;

test("a held VM is stopped once, and one that an operation holds when that has ended", async () => {
  const { prisma } = fixture.world.database;
  const { vm_id } = await fixture.createVm("web");
  const set = (data: object) => prisma.vm.update({ where: { vm_id }, data });
  const stops = () => prisma.operation.count({ where: { resource_id: vm_id, action: "stop" } });
  await set({ held_at: new Date(), held_reason: "It sends spam." });
  await stopHeld.run(fixture.world.services, never);
  expect(await stops()).toBe(0);

  await set({ status: "running", operation_id: null });
  await Promise.all([stopHeld.run(fixture.world.services, never), stopHeld.run(fixture.world.services, never)]);
  await stopHeld.run(fixture.world.services, never);
  expect((await fixture.vm(vm_id)).status).toBe("stopping");
  expect(await stops()).toBe(1);

  const failed = (finished_at: Date) =>
    prisma.operation.updateMany({
      where: { resource_id: vm_id, action: "stop" },
      data: { status: "failed", finished_at },
    });
  await set({ status: "running", operation_id: null });
  await failed(new Date());
  await stopHeld.run(fixture.world.services, never);
  expect(await stops()).toBe(1);
  await failed(new Date(Date.now() - 11 * 60_000));
  await stopHeld.run(fixture.world.services, never);
  expect(await stops()).toBe(2);
});
