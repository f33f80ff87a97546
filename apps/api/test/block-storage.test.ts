import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "./api-fixture.ts";
import { Scene, SITE } from "./examples/scene.ts";
import { nextCursor } from "./next-cursor.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const OTHER_SITE = "site-fra-1";

let api: Api;
let scene: Scene;
let names = 0;
const newName = () => `volume-${++names}`;
const create = (body: object, tenant: Tenant = api.tenant) =>
  api.request("POST", "/block-storage/volumes", { ...tenant, body: { name: newName(), size_gb: 10, site_id: SITE, ...body } });
const volume = async (body: object = {}) => (await create(body)).body;
const call = (id: string, verb: string, body?: object) => api.request("POST", `/block-storage/volumes/${id}/${verb}`, { body });
const get = (id: string) => api.request("GET", `/block-storage/volumes/${id}`);
const remove = (id: string, query: Record<string, string> = {}) => api.request("DELETE", `/block-storage/volumes/${id}`, { query });
const history = async (id: string) => (await api.request("GET", `/block-storage/volumes/${id}/operations`)).body;

beforeAll(async () => {
  api = await startApi();
  scene = new Scene(api, api.tenant);
});
afterAll(() => api.close());

describe("POST /block-storage/volumes", () => {
  test("201: an available volume", async () => {
    const name = newName();
    const { status, body } = await create({ name, size_gb: 16_384, type: "nvme" });
    expect(status).toBe(201);
    expect(body).toEqual({
      volume_id: expect.stringMatching(/^vol_/),
      name,
      status: "available",
      size_gb: 16_384,
      type: "nvme",
      site_id: SITE,
      attached_vm_id: null,
      device_path: null,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: null,
    });
    expect((await volume()).type).toBe("ssd");
  });

  test.each([
    ["name", { name: undefined }],
    ["size_gb", { size_gb: 0 }],
    ["size_gb", { size_gb: 16_385 }],
    ["size_gb", { size_gb: 1.5 }],
    ["site_id", { site_id: undefined }],
    ["site_id", { site_id: "site-nowhere" }],
    ["type", { type: "tape" }],
    ["encrypted", { encrypted: true }],
  ])("400 names %s in %j", async (field, body) => {
    const refused = await create(body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field });
  });

  test("409 name_taken, until the other volume is deleted", async () => {
    const { name, volume_id } = await volume();
    expect(await create({ name })).toMatchObject({ status: 409, body: { code: "name_taken" } });
    await remove(volume_id);
    expect((await create({ name })).status).toBe(201);
  });

  test("402: the size counts, and nothing is created when billing denies it", async () => {
    const poor = await api.createTenant();
    await setWallet(api.database, { organizationId: poor.organizationId, balance: "0.5", creditLimit: "0" });
    expect((await create({ size_gb: 16_384, type: "nvme" }, poor)).status).toBe(402);
    expect((await api.request("GET", "/block-storage/volumes", poor)).body).toEqual([]);
    expect((await create({ size_gb: 1, type: "hdd" }, poor)).status).toBe(201);
  });
});

describe("GET /block-storage/volumes", () => {
  test("newest first, filtered, by pages, and each by its id", async () => {
    const tenant = await api.createTenant();
    const made = [];
    for (const name of ["one", "two", "three"]) made.unshift((await create({ name }, tenant)).body);
    const list = async (query: Record<string, string>) => (await api.request("GET", "/block-storage/volumes", { ...tenant, query })).body;
    expect(await list({})).toEqual(made);
    expect(await list({ status: "in-use" })).toEqual([]);
    expect(await list({ status: "available", name: "two" })).toEqual([made[1]]);
    const first = await api.request("GET", "/block-storage/volumes", { ...tenant, query: { limit: "2" } });
    const cursor = nextCursor(first);
    expect(await list({ limit: "2", cursor })).toEqual([made[2]]);
    expect((await api.request("GET", `/block-storage/volumes/${made[0].volume_id}`, tenant)).body).toEqual(made[0]);
  });
});

describe("GET /block-storage/volumes/{volume_id}/operations", () => {
  test("200: the record of the specification, with the idempotency key of the request", async () => {
    const { body } = await api.request("POST", "/block-storage/volumes", { key: "my-key-1", body: { name: newName(), size_gb: 10, site_id: SITE } });
    expect(await history(body.volume_id)).toEqual([
      {
        id: expect.stringMatching(/^volop_/),
        volume_id: body.volume_id,
        operation: "create",
        status: "succeeded",
        idempotency_key: "my-key-1",
        result: { size_gb: 10, type: "ssd" },
        created_at: expect.stringMatching(TIMESTAMP),
        started_at: expect.stringMatching(TIMESTAMP),
        completed_at: expect.stringMatching(TIMESTAMP),
      },
    ]);
  });

  test("200: null without a key; newest first; by pages", async () => {
    const { body } = await api.request("POST", "/block-storage/volumes", { key: null, body: { name: newName(), size_gb: 10, site_id: SITE } });
    const path = `/block-storage/volumes/${body.volume_id}`;
    await call(body.volume_id, "resize", { size_gb: 20 });
    const all = await history(body.volume_id);
    expect(all.map((operation: { operation: string }) => operation.operation)).toEqual(["resize", "create"]);
    expect(all[1].idempotency_key).toBeNull();
    const first = await api.request("GET", `${path}/operations`, { query: { limit: "1" } });
    const cursor = nextCursor(first);
    expect((await api.request("GET", `${path}/operations`, { query: { cursor } })).body).toEqual([all[1]]);
  });

  test("200: an operation under way, and one that failed with its error", async () => {
    const { volume_id } = await volume();
    const data = { workspace_id: BigInt(api.tenant.workspaceId), volume_id, operation: "resize" } as const;
    await api.database.prisma.volumeOperation.create({ data: { ...data, volume_operation_id: "volop_zy", status: "in_progress" } });
    const failed = { volume_operation_id: "volop_zz", status: "failed", error: "no space left", completed_at: new Date() } as const;
    await api.database.prisma.volumeOperation.create({ data: { ...data, ...failed } });
    const [one, two] = await history(volume_id);
    expect(one).toMatchObject({ status: "failed", error: "no space left", completed_at: expect.stringMatching(TIMESTAMP) });
    expect(one).not.toHaveProperty("result");
    expect(two).toMatchObject({ status: "in-progress", completed_at: null });
    expect(two).not.toHaveProperty("error");
  });

  test("404: another workspace's volume is as absent as one that never was", async () => {
    const foreign = await create({}, { ...api.tenant, workspaceId: api.tenant.otherWorkspaceId });
    for (const id of [foreign.body.volume_id, "vol_absent"]) {
      expect((await api.request("GET", `/block-storage/volumes/${id}/operations`)).status).toBe(404);
      expect((await get(id)).status).toBe(404);
      expect((await remove(id, { force: "true" })).status).toBe(404);
    }
  });
});

describe("DELETE /block-storage/volumes/{volume_id}", () => {
  test("200: gone everywhere but in its history, which has the operation that was answered", async () => {
    const { volume_id } = await volume();
    const { status, body } = await remove(volume_id);
    expect(status).toBe(200);
    expect(body).toEqual({ status: "deleted", id: volume_id, operation_id: expect.stringMatching(/^volop_/) });
    expect((await get(volume_id)).status).toBe(404);
    expect((await remove(volume_id)).status).toBe(404);
    const [last, first] = await history(volume_id);
    expect(last).toMatchObject({ id: body.operation_id, operation: "delete", status: "succeeded" });
    expect(first).toMatchObject({ operation: "create" });
  });

  test("409 volume_attached names the VM; force=false is the default", async () => {
    const { volume_id } = await volume();
    const vm_id = await scene.vm();
    await call(volume_id, "attach", { vm_id });
    for (const query of [{}, { force: "false" }]) {
      const refused = await remove(volume_id, query);
      expect(refused).toMatchObject({ status: 409, body: { code: "volume_attached", blockers: [{ type: "cloud_vm", id: vm_id, name: expect.any(String) }] } });
    }
    expect((await get(volume_id)).body).toMatchObject({ status: "in-use", attached_vm_id: vm_id });
  });

  test("200 with force: detaches first", async () => {
    const { volume_id } = await volume();
    await call(volume_id, "attach", { vm_id: await scene.vm() });
    expect((await remove(volume_id, { force: "true" })).status).toBe(200);
    expect((await history(volume_id)).map((operation: { operation: string }) => operation.operation)).toEqual(["delete", "detach", "attach", "create"]);
  });

  test("409 volume_busy while something else is done with it", async () => {
    const { volume_id } = await volume();
    await api.database.prisma.volume.updateMany({ where: { volume_id }, data: { status: "resizing" } });
    expect(await remove(volume_id)).toMatchObject({ status: 409, body: { code: "volume_busy" } });
  });

  test.each(["yes", "1", ""])("400: force=%j", async (force) => {
    const refused = await remove((await volume()).volume_id, { force });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "force" }] } });
  });

  test("once, of many at once", async () => {
    const { volume_id } = await volume();
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(volume_id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });
});

describe("POST /block-storage/volumes/{volume_id}/attach and /detach", () => {
  test.each(["running", "stopped"] as const)("200: to a VM that is %s, and off again", async (status) => {
    const before = await volume();
    const vm_id = await scene.vm(status);
    const attached = await call(before.volume_id, "attach", { vm_id });
    expect(attached.status).toBe(200);
    expect(attached.body).toEqual({
      ...before,
      status: "in-use",
      attached_vm_id: vm_id,
      device_path: "/dev/vdb",
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    const detached = await call(before.volume_id, "detach");
    expect(detached.body).toEqual({ ...before, updated_at: expect.stringMatching(TIMESTAMP) });
    expect((await history(before.volume_id)).map((done: { operation: string; result: unknown }) => [done.operation, done.result])).toEqual([
      ["detach", { vm_id }],
      ["attach", { vm_id, device_path: "/dev/vdb" }],
      ["create", { size_gb: 10, type: "ssd" }],
    ]);
  });

  test("each volume of a VM has a device of its own, many at once too", async () => {
    const vm_id = await scene.vm();
    const volumes = await Promise.all(Array.from({ length: 5 }, () => volume()));
    const answers = await Promise.all(volumes.map(({ volume_id }) => call(volume_id, "attach", { vm_id })));
    expect(answers.map((answer) => answer.body.device_path).sort()).toEqual(["/dev/vdb", "/dev/vdc", "/dev/vdd", "/dev/vde", "/dev/vdf"]);
    await call(volumes[1]?.volume_id, "detach");
    const { volume_id } = await volume();
    expect((await call(volume_id, "attach", { vm_id })).body.device_path).toBe(answers[1]?.body.device_path);
  });

  test("to a GPU VM", async () => {
    const vm_id = await scene.vm("running", "gpuVm");
    const { volume_id } = await volume({ site_id: OTHER_SITE });
    expect((await call(volume_id, "attach", { vm_id })).body).toMatchObject({ attached_vm_id: vm_id });
  });

  test("409: attached already, at another site, VM busy or in error, not attached", async () => {
    const vm_id = await scene.vm();
    const { volume_id } = await volume();
    expect(await call(volume_id, "detach")).toMatchObject({ status: 409, body: { code: "volume_not_attached" } });
    await call(volume_id, "attach", { vm_id });
    const again = await call(volume_id, "attach", { vm_id: await scene.vm() });
    expect(again).toMatchObject({ status: 409, body: { code: "volume_attached", blockers: [{ type: "cloud_vm", id: vm_id }] } });

    const elsewhere = await volume({ site_id: OTHER_SITE });
    expect(await call(elsewhere.volume_id, "attach", { vm_id })).toMatchObject({ status: 409, body: { code: "site_mismatch" } });

    const next = await volume();
    const busy = await scene.make("cloudVm.create", { body: { name: scene.name(), plan_id: "plan-small", template_id: "debian-13", site_id: SITE } });
    expect(await call(next.volume_id, "attach", { vm_id: busy.vm_id })).toMatchObject({
      status: 409,
      body: { code: "operation_in_progress", blockers: [{ id: busy.vm_id }] },
    });
    await scene.settle(busy.operation_id, busy.vm_id, "error");
    expect(await call(next.volume_id, "attach", { vm_id: busy.vm_id })).toMatchObject({ status: 409, body: { code: "vm_in_error" } });
  });

  test("404: volume or VM absent or of another workspace; 400: no vm_id", async () => {
    const vm_id = await scene.vm();
    const { volume_id } = await volume();
    const foreign = await new Scene(api, api.tenant, api.tenant.otherWorkspaceId).vm();
    expect((await call("vol_absent", "attach", { vm_id })).status).toBe(404);
    expect((await call("vol_absent", "detach")).status).toBe(404);
    const [absent, other] = [await call(volume_id, "attach", { vm_id: "vm_absent" }), await call(volume_id, "attach", { vm_id: foreign })];
    expect([absent.status, other.status]).toEqual([404, 404]);
    expect(absent.body.detail).toBe(other.body.detail);
    expect((await call(volume_id, "attach", {})).status).toBe(400);
  });
});

describe("POST /block-storage/volumes/{volume_id}/resize", () => {
  test("200: grows, attached too", async () => {
    const { volume_id } = await volume();
    expect((await call(volume_id, "resize", { size_gb: 20 })).body).toMatchObject({ status: "available", size_gb: 20 });
    await call(volume_id, "attach", { vm_id: await scene.vm() });
    expect((await call(volume_id, "resize", { size_gb: 30 })).body).toMatchObject({ status: "in-use", size_gb: 30 });
    expect((await history(volume_id))[0]).toMatchObject({ operation: "resize", result: { previous_size_gb: 20, size_gb: 30 } });
  });

  test.each([undefined, 10, 9, 16_385])("400: to %j", async (size_gb) => {
    const refused = await call((await volume()).volume_id, "resize", { size_gb });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "size_gb" }] } });
  });

  test("404, 409 volume_busy, 402", async () => {
    expect((await call("vol_absent", "resize", { size_gb: 20 })).status).toBe(404);
    const { volume_id } = await volume();
    await api.database.prisma.volume.updateMany({ where: { volume_id }, data: { status: "error" } });
    expect(await call(volume_id, "resize", { size_gb: 20 })).toMatchObject({ status: 409, body: { code: "volume_busy" } });

    const poor = await api.createTenant();
    const made = await create({}, poor);
    await setWallet(api.database, { organizationId: poor.organizationId, balance: "0", creditLimit: "0" });
    const denied = await api.request("POST", `/block-storage/volumes/${made.body.volume_id}/resize`, { ...poor, body: { size_gb: 20 } });
    expect(denied.status).toBe(402);
  });
});
