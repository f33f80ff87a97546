import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";

let api: Api;
let fixture: ExampleFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = new ExampleFixture(api, api.tenant);
});
afterAll(() => api.close());

type Vms = "cloud-vms" | "gpu-vms";
const call = (vms: Vms, vmId: string, volumeId: string, verb: "attach" | "detach") =>
  api.request("POST", `/compute/${vms}/${vmId}/volumes/${volumeId}/${verb}`);
const volume = async (id: string) => (await api.request("GET", `/block-storage/volumes/${id}`)).body;

test.each([
  ["cloud-vms", "cloudVm", "site-ams-1"],
  ["gpu-vms", "gpuVm", "site-fra-1"],
] as const)("202: /compute/%s attaches and detaches a volume by operations of the VM", async (vms, kind, site) => {
  const vm_id = await fixture.vm("running", kind);
  const volume_id = await fixture.volume(site);
  for (const [verb, action, meanwhile] of [
    ["attach", "attach_volume", "attaching"],
    ["detach", "detach_volume", "detaching"],
  ] as const) {
    const { status, body, headers } = await call(vms, vm_id, volume_id, verb);
    expect(status).toBe(202);
    expect(body).toEqual({
      operation_id: expect.stringMatching(/^op_/),
      vm_id,
      status: "accepted",
      submitted_at: expect.any(String),
    });
    expect(headers.location).toContain(body.operation_id);
    expect((await api.request("GET", `/compute/operations/${body.operation_id}`)).body).toMatchObject({
      vm_id,
      action,
      status: "accepted",
    });
    expect(await volume(volume_id)).toMatchObject({ status: meanwhile, attached_vm_id: vm_id });
    await fixture.settleVolume(volume_id);
  }
  expect(await volume(volume_id)).toMatchObject({ status: "available", attached_vm_id: null });
});

test("404 for a VM of the other kind or an absent volume; 409 for a volume attached elsewhere", async () => {
  const vm_id = await fixture.vm();
  const volume_id = await fixture.attachedVolume(await fixture.vm());
  expect((await call("gpu-vms", vm_id, volume_id, "detach")).status).toBe(404);
  for (const verb of ["attach", "detach"] as const)
    expect((await call("cloud-vms", vm_id, "vol_absent", verb)).status).toBe(404);
  expect(await call("cloud-vms", vm_id, volume_id, "detach")).toMatchObject({
    status: 409,
    body: { code: "volume_not_attached" },
  });
  expect(await call("cloud-vms", vm_id, volume_id, "attach")).toMatchObject({
    status: 409,
    body: { code: "volume_attached" },
  });
});

test("202 replayed for a repeated idempotency key; 400 without a key", async () => {
  const path = `/compute/cloud-vms/${await fixture.vm()}/volumes/${await fixture.volume()}/attach`;
  const [first, again] = [
    await api.request("POST", path, { key: "attach-1" }),
    await api.request("POST", path, { key: "attach-1" }),
  ];
  expect(again.body).toEqual(first.body);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect((await api.request("POST", path, { key: null })).status).toBe(400);
});

test("creating a VM attaches the given volumes, or is refused with the volume that is unavailable", async () => {
  const create = (volume_ids: string[]) =>
    api.request("POST", "/compute/cloud-vms", {
      body: {
        name: fixture.name(),
        plan_id: "plan-small",
        template_id: "debian-13",
        site_id: "site-ams-1",
        volume_ids,
      },
    });
  const [free, taken, elsewhere] = [
    await fixture.volume(),
    await fixture.attachedVolume(await fixture.vm()),
    await fixture.volume("site-fra-1"),
  ];
  expect(await create([free, free])).toMatchObject({ status: 400, body: { errors: [{ field: "volume_ids" }] } });
  expect((await create([free, "vol_absent"])).status).toBe(404);
  expect(await create([free, elsewhere])).toMatchObject({
    status: 409,
    body: { code: "site_mismatch", blockers: [{ type: "volume", id: elsewhere }] },
  });
  expect(await create([free, taken])).toMatchObject({
    status: 409,
    body: { code: "volume_not_available", blockers: [{ type: "volume", id: taken }] },
  });
  expect(await volume(free)).toMatchObject({ status: "available" });
  const { status, body } = await create([free]);
  expect(status).toBe(202);
  expect(await volume(free)).toMatchObject({
    status: "attaching",
    attached_vm_id: body.vm_id,
    device_path: "/dev/vdb",
  });
  expect((await create([free])).body).toMatchObject({ code: "volume_not_available" });
});
