import { restoreOffer, retireOffer } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, makeVm } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const idsOf = async (path: string, field: string) => {
  const { body } = await api.request("GET", path);
  return body.map((item: Record<string, unknown>) => item[field]) as string[];
};
const create = (body: object) =>
  api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, name: "late", ...body } });
const act = (vmId: string, action: string, body: object = {}) =>
  api.request("POST", `/compute/cloud-vms/${vmId}/${action}`, { body });

function expectRefusal(response: ApiResponse, field: string, message: string) {
  expectError(response, 400, "invalid_request");
  expect(response.body.errors).toEqual([expect.objectContaining({ field, message: expect.stringContaining(message) })]);
}

test("a retired plan is not listed, no VM gets it, and who has it keeps it until they leave it", async () => {
  const holder = await makeVm(api, { plan_id: "plan-nano", status: "stopped" });
  const other = await makeVm(api, { plan_id: "plan-small" });
  await retireOffer(api.database, "plan", "plan-nano");
  expect(await idsOf("/compute/plans", "plan_id")).not.toContain("plan-nano");
  expectRefusal(await create({ plan_id: "plan-nano" }), "plan_id", "is not a cloud plan");
  expectRefusal(await act(other, "resize-plan", { plan_id: "plan-nano" }), "plan_id", "is retired");
  expect((await act(other, "resize-plan", { plan_id: "plan-medium" })).status).toBe(202);

  const { body: kept } = await api.request("GET", `/compute/cloud-vms/${holder}`);
  expect(kept).toMatchObject({ plan_id: "plan-nano", plan_name: "Cloud nano" });
  const leaver = await makeVm(api, { plan_id: "plan-small" });
  await api.database.prisma.vm.update({ where: { vm_id: leaver }, data: { plan_id: "plan-nano" } });
  expect((await act(leaver, "resize-plan", { plan_id: "plan-medium" })).status).toBe(202);
  expect((await act(holder, "start")).status).toBe(202);

  await restoreOffer(api.database, "plan", "plan-nano");
  expect((await idsOf("/compute/plans", "plan_id"))[0]).toBe("plan-nano");
  expect((await create({ plan_id: "plan-nano" })).status).toBe(202);
});

test("a retired image is not listed, and neither a new VM nor a rebuild gets it", async () => {
  const vm = await makeVm(api, { template_id: "debian-12", status: "stopped" });
  await retireOffer(api.database, "image", "debian-12");
  expect(await idsOf("/compute/images", "template_id")).not.toContain("debian-12");
  expectRefusal(await create({ template_id: "debian-12" }), "template_id", "is not an image");
  expectRefusal(await act(vm, "rebuild"), "template_id", "is retired: choose another image");
  expect((await act(vm, "start")).status).toBe(202);

  const rebuilt = await makeVm(api);
  await api.database.prisma.vm.update({ where: { vm_id: rebuilt }, data: { template_id: "debian-12" } });
  expect((await act(rebuilt, "rebuild", { template_id: "debian-13" })).status).toBe(202);
  await restoreOffer(api.database, "image", "debian-12");
  expect(await idsOf("/compute/images", "template_id")).toContain("debian-12");
});
