import type { OperationStep } from "@fulmar/contract";
import { expect, test } from "vitest";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();

test("a VM is created, runs, stops, starts, reboots and is deleted", async () => {
  const { vm_id, operation_id } = await fixture.createVm("life");
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "pending", private_ip: null });
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({
    status: "succeeded",
    current_step: null,
    error_code: null,
  });
  const running = await fixture.vm(vm_id);
  expect(running).toMatchObject({ status: "running", private_ip: expect.stringMatching(/^10\./) });
  expect(await fixture.instance(vm_id)).toMatchObject({ power: "running", privateIp: running.private_ip });
  for (const [action, status, power] of [
    ["cloudVm.stop", "stopped", "stopped"],
    ["cloudVm.start", "running", "running"],
    ["cloudVm.reboot", "running", "running"],
  ] as const) {
    const accepted = await fixture.send<{ operation_id: string }>(action, { vm_id });
    expect(await fixture.ended(accepted.operation_id)).toMatchObject({ status: "succeeded" });
    expect(await fixture.vm(vm_id)).toMatchObject({ status });
    expect(await fixture.instance(vm_id)).toMatchObject({ power });
  }
  const deletion = await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id });
  expect(await fixture.ended(deletion.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "deleted", private_ip: null });
  expect(await fixture.send("cloudVm.list", {}, {}, { name: "life" })).toEqual([]);
  expect(await fixture.instance(vm_id)).toBeUndefined();
});

test("a change is refused while an operation holds the VM, and names it as the blocker", async () => {
  const { vm_id, operation_id } = await fixture.createVm("held");
  const error = await refusalOf(fixture.send("cloudVm.delete", { vm_id }));
  expect(error).toMatchObject({
    status: 409,
    code: "operation_in_progress",
    blockers: [{ type: "operation", id: operation_id, name: "create" }],
  });
});

test("exactly one of several concurrent changes is accepted", async () => {
  const vm_id = await fixture.runningVm("contended");
  const answers = await Promise.allSettled(
    ["cloudVm.stop", "cloudVm.reboot", "cloudVm.delete", "cloudVm.stop"].map((id) =>
      fixture.send(id as "cloudVm.stop", { vm_id }),
    ),
  );
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
});

test("a failed create leaves the VM in error with a reason, and the VM can be deleted", async () => {
  const { vm_id, operation_id } = await fixture.createVm("fail-at-configure-instance--1");
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({
    status: "failed",
    current_step: "configure-instance",
    error_code: "simulated_failure",
    error_message: expect.stringContaining("configure-instance"),
  });
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "error" });
  expect(await fixture.instance(vm_id)).toBeUndefined();
  const steps = await fixture.send<OperationStep[]>("operation.steps", { operation_id });
  expect(steps.map(({ name, status }) => [name, status])).toEqual([
    ["create-instance", "undone"],
    ["provision-instance", "succeeded"],
    ["configure-instance", "failed"],
    ["boot-instance", "skipped"],
  ]);
  expect(await refusalOf(fixture.send("cloudVm.start", { vm_id }))).toMatchObject({ status: 409, code: "vm_in_error" });
  const deletion = await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id });
  expect(await fixture.ended(deletion.operation_id)).toMatchObject({ status: "succeeded" });
});

test("an operation waits for a slow provider, and a cancel undoes it", async () => {
  const { vm_id, operation_id } = await fixture.createVm("slow-60000--x");
  fixture.work();
  await expect
    .poll(() => fixture.send("operation.get", { operation_id }))
    .toMatchObject({ status: "waiting", current_step: "create-instance" });
  await fixture.send("operation.cancel", { operation_id });
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "cancelled" });
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "error" });
  expect(await refusalOf(fixture.send("operation.cancel", { operation_id }))).toMatchObject({
    status: 409,
    code: "operation_ended",
  });
});

test("a create succeeds when the provider is slow at every step", async () => {
  const { operation_id } = await fixture.createVm("slow-501");
  fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
});
