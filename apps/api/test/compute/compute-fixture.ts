import type { VmStatus } from "@fulmar/contract";
import { expect } from "vitest";
import type { Api } from "../api-fixture.ts";

export const cloudBody = { name: "web-1", plan_id: "plan-nano", template_id: "debian-13" };
export const gpuBody = { name: "train-1", plan_id: "plan-gpu-l4-1", template_id: "ubuntu-24.04" };

export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Creates a VM by REST and, by default, sets a state as if its operation had ended. */
export async function makeVm(
  api: Api,
  { status = "running", ...body }: { status?: VmStatus | "accepted"; [field: string]: unknown } = {},
): Promise<string> {
  const gpu = String(body.plan_id ?? "").startsWith("plan-gpu");
  const { name } = { name: `vm ${Math.random().toString(36).slice(2)}`, ...body };
  const response = await api.request("POST", gpu ? "/compute/gpu-vms" : "/compute/cloud-vms", {
    body: { ...cloudBody, ...body, name },
  });
  expect(response.status, response.text).toBe(202);
  const { vm_id, operation_id } = response.body;
  if (status !== "accepted") await settle(api, vm_id, operation_id, status);
  return vm_id;
}

/**
 * Ends an operation and sets its VM's state, as a worker does. In transitional states the operation still holds the VM.
 */
export async function settle(api: Api, vm_id: string, operation_id: string, status: VmStatus): Promise<void> {
  const held = !["running", "stopped", "error", "deleted"].includes(status);
  if (!held)
    await api.database.prisma.operation.update({
      where: { operation_id },
      data: { status: "succeeded", finished_at: new Date() },
    });
  const data = {
    status,
    operation_id: held ? operation_id : null,
    deleted_at: status === "deleted" ? new Date() : null,
  };
  await api.database.prisma.vm.update({ where: { vm_id }, data });
}
