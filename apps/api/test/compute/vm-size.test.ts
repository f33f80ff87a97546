import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, gpuBody, makeVm } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const resizePlan = (vmId: string, plan_id: string, kind = "cloud") =>
  api.request("POST", `/compute/${kind}-vms/${vmId}/resize-plan`, { body: { plan_id } });
const resizeDisk = (vmId: string, disk_gb: number, kind = "cloud") =>
  api.request("POST", `/compute/${kind}-vms/${vmId}/resize-root-disk`, { body: { disk_gb } });

/** The input of the operation. */
async function inputOf(operation_id: string) {
  return (await api.database.prisma.operation.findUniqueOrThrow({ where: { operation_id } })).input;
}

/** Makes a SKU unaffordable while `work` runs. */
async function unaffordable<Result>(sku_code: string, work: () => Promise<Result>): Promise<Result> {
  const { sku } = api.database.prisma;
  const { hourly_price } = await sku.findUniqueOrThrow({ where: { sku_code } });
  await sku.update({ where: { sku_code }, data: { hourly_price: 99_999_999 } });
  try {
    return await work();
  } finally {
    await sku.update({ where: { sku_code }, data: { hourly_price } });
  }
}

/** Ends the VMs of other tests: a purchase counts their root disks too. */
const endVms = () =>
  api.database.prisma.vm.updateMany({ data: { status: "deleted", deleted_at: new Date(), operation_id: null } });

describe("resize-plan", () => {
  test("202: the disk grows to the new plan's size and never shrinks", async () => {
    const grows = await makeVm(api);
    const accepted = await resizePlan(grows, "plan-medium");
    expect(accepted.status).toBe(202);
    expect(await inputOf(accepted.body.operation_id)).toMatchObject({
      plan_id: "plan-medium",
      before: "running",
      from: { cpu: 1, ram_mb: 1024, disk_gb: 20, gpu_model: null, gpu_count: 0 },
      to: { cpu: 2, ram_mb: 4096, disk_gb: 80, gpu_model: null, gpu_count: 0 },
    });
    const keeps = await makeVm(api, { plan_id: "plan-large" });
    expect(await inputOf((await resizePlan(keeps, "plan-nano")).body.operation_id)).toMatchObject({
      to: { cpu: 1, ram_mb: 1024, disk_gb: 160 },
    });
  });

  test("202: a GPU VM gets the new plan's GPUs", async () => {
    const vm_id = await makeVm(api, gpuBody);
    const { body } = await resizePlan(vm_id, "plan-gpu-h100-8", "gpu");
    expect(await inputOf(body.operation_id)).toMatchObject({ to: { gpu_model: "NVIDIA H100", gpu_count: 8 } });
  });

  test("400: an unknown plan, one of the other type, one not at the VM's site, or the VM's own", async () => {
    const vm_id = await makeVm(api);
    await api.database.prisma.plan.update({ where: { plan_id: "plan-2xlarge" }, data: { site_ids: ["site-fra-1"] } });
    for (const plan_id of ["plan-none", gpuBody.plan_id, "plan-2xlarge", cloudBody.plan_id]) {
      const response = await resizePlan(vm_id, plan_id);
      expectError(response, 400, "invalid_request");
      expect(response.body.errors[0].field).toBe("plan_id");
    }
  });

  test("402 when the new plan or its extra disk is unaffordable, and nothing is changed", async () => {
    await endVms();
    const vm_id = await makeVm(api, { plan_id: "plan-large" });
    const { body: before } = await api.request("GET", `/compute/cloud-vms/${vm_id}`);
    expectError(await unaffordable("vm.xlarge", () => resizePlan(vm_id, "plan-xlarge")), 402, "insufficient_funds");
    expectError(await unaffordable("disk.root", () => resizePlan(vm_id, "plan-nano")), 402, "insufficient_funds");
    expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body).toEqual(before);
    expect((await unaffordable("disk.root", () => resizePlan(vm_id, "plan-xlarge"))).status).toBe(202);
  });
});

describe("resize-root-disk", () => {
  test("202: the disk grows", async () => {
    const vm_id = await makeVm(api);
    const { status, body } = await resizeDisk(vm_id, 21);
    expect(status).toBe(202);
    expect(await inputOf(body.operation_id)).toMatchObject({ from_disk_gb: 20, to_disk_gb: 21 });
  });

  test.each([cloudBody, gpuBody])(
    "202: to the present size, which costs nothing and changes nothing: $plan_id",
    async (body) => {
      const vm_id = await makeVm(api, body);
      const kind = body === gpuBody ? "gpu" : "cloud";
      const path = `/compute/${kind}-vms/${vm_id}`;
      const { disk_gb } = (await api.request("GET", path)).body;
      const accepted = await unaffordable("disk.root", () => resizeDisk(vm_id, disk_gb, kind));
      expect(accepted.status).toBe(202);
      expect(await inputOf(accepted.body.operation_id)).toMatchObject({ from_disk_gb: disk_gb, to_disk_gb: disk_gb });
    },
  );

  test.each([19, 1])("400: %i GB is less than 20", async (disk_gb) => {
    const response = await resizeDisk(await makeVm(api), disk_gb);
    expectError(response, 400, "invalid_request");
    expect(response.body.errors).toEqual([
      { field: "disk_gb", message: "must be at least 20, the present size: a root disk can only grow" },
    ]);
  });

  test("402 when the added gigabytes are unaffordable", async () => {
    const vm_id = await makeVm(api);
    expectError(await unaffordable("disk.root", () => resizeDisk(vm_id, 30)), 402, "insufficient_funds");
    expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body).toMatchObject({
      status: "running",
      disk_gb: 20,
      operation_id: null,
    });
  });
});

test("402: a create pays for disk beyond its plan's, and only then", async () => {
  await endVms();
  const create = (body: object) => api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, ...body } });
  expectError(await unaffordable("disk.root", () => create({ name: "more", disk_gb: 21 })), 402, "insufficient_funds");
  expectError(
    await unaffordable("disk.root", () => create({ name: "image needs more", template_id: "windows-2025" })),
    402,
    "insufficient_funds",
  );
  expect((await unaffordable("disk.root", () => create({ name: "no more", disk_gb: 20 }))).status).toBe(202);
});
