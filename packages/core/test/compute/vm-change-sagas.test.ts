// The generic tests of sagas for those that change a VM. After any failure, the VM is exactly what it was before.
import { runToEnd, sagaVariants } from "@fulmar/engine/testing";
import { describe, expect, test } from "vitest";
import { sagas } from "../../src/worker.ts";
import { computeFixture } from "../compute-fixture.ts";
import { changeStories, worldOf } from "./vm-change-stories.ts";

const fixture = computeFixture();

async function stop(vm_id: string): Promise<void> {
  const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.stop", { vm_id });
  const worker = fixture.work();
  await fixture.ended(operation_id);
  await worker.stop();
}

const told = sagas.filter(({ name }) => Object.hasOwn(changeStories, name)).map((saga) => [saga.name, saga] as const);

describe.each(told)("%s", (sagaName, saga) => {
  const story = changeStories[sagaName];
  if (story === undefined) throw new Error(`the saga ${sagaName} has no story in this test`);
  const begin = (vm_id: string) => fixture.send<{ operation_id: string }>(story.operation, { vm_id }, story.body);

  describe.each(["running", "stopped"] as const)("of a %s VM", (status) => {
    test.each(sagaVariants(saga).map((variant) => [variant.title, variant] as const))("%s", async (title, variant) => {
      const vm_id = await fixture.runningVm(
        `${status} ${sagaName} ${title}`
          .replaceAll(/[^a-z -]/g, "")
          .slice(0, 63)
          .trim(),
      );
      if (status === "stopped") await stop(vm_id);
      const before = await worldOf(fixture, vm_id);
      expect(before).toMatchObject({ record: { status, operation_id: null }, instance: { power: status }, pending: 0 });
      const { operation_id } = await begin(vm_id);
      const { database, services } = fixture.world;
      expect(await runToEnd({ database, saga: variant.saga, services, operationId: operation_id })).toBe(
        variant.outcome,
      );
      expect(await worldOf(fixture, vm_id)).toEqual(variant.outcome === "succeeded" ? story.succeeded(before) : before);
    });
  });

  test("changes nothing when it is cancelled before it starts", async () => {
    const vm_id = await fixture.runningVm(`cancelled ${sagaName}`);
    const before = await worldOf(fixture, vm_id);
    const { operation_id } = await begin(vm_id);
    await fixture.send("operation.cancel", { operation_id });
    fixture.work();
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "cancelled" });
    expect(await worldOf(fixture, vm_id)).toEqual(before);
  });
});

test("leaving rescue mode and rebuilding without options restore the VM as it was", async () => {
  const vm_id = await fixture.runningVm("again");
  const before = await worldOf(fixture, vm_id);
  fixture.work();
  for (const [operation, body] of [
    ["cloudVm.rescue", { enabled: true }],
    ["cloudVm.rescue", { enabled: false }],
    ["cloudVm.rebuild", {}],
  ] as const) {
    const { operation_id } = await fixture.send<{ operation_id: string }>(operation, { vm_id }, body);
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  }
  expect(await worldOf(fixture, vm_id)).toEqual(before);
});

test("a VM in a VPC keeps the VPC's address and shows its provider's after it leaves", async () => {
  const site_id = "site-ams-1";
  const { vpc_id } = await fixture.send<{ vpc_id: string }>(
    "vpc.create",
    {},
    { name: "net", site_id, cidr: "172.20.0.0/24" },
  );
  const { subnet_id } = await fixture.send<{ subnet_id: string }>(
    "subnet.create",
    { vpc_id },
    { name: "net", cidr: "172.20.0.0/24" },
  );
  const body = { name: "inside", plan_id: "plan-nano", template_id: "debian-13", site_id, vpc_id, subnet_id };
  const { vm_id, operation_id } = await fixture.send<{ vm_id: string; operation_id: string }>(
    "cloudVm.create",
    {},
    body,
  );
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  const instance = await fixture.instance(vm_id);
  expect(await fixture.vm(vm_id)).toMatchObject({
    status: "running",
    private_ip: expect.stringMatching(/^172\.20\.0\./),
  });
  const [node] = await fixture.send<{ allocation_id: string }[]>("vpcNode.list", { vpc_id });
  await fixture.send("vpcNode.detach", { vpc_id, allocation_id: node?.allocation_id });
  expect(await fixture.vm(vm_id)).toMatchObject({ private_ip: instance?.privateIp });
});
