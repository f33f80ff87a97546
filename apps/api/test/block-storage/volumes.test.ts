import { setWallet } from "@fulmar/core/operator";
import { describe, expect, test } from "vitest";
import { nextCursor } from "../api-fixture.ts";
import { SITE } from "../examples/example-fixture.ts";
import { blockStorageFixture } from "./block-storage-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const fixture = blockStorageFixture();
const { call, create, done, get, history, newName, remove, volume } = fixture;

describe("POST /block-storage/volumes", () => {
  test("201: the whole record of a volume that is being created", async () => {
    const name = newName();
    const { status, body } = await create({ name, size_gb: 16_384, type: "nvme" });
    expect(status).toBe(201);
    expect(body).toEqual({
      volume_id: expect.stringMatching(/^vol_/),
      name,
      status: "creating",
      size_gb: 16_384,
      type: "nvme",
      site_id: SITE,
      snapshot_id: null,
      attached_vm_id: null,
      device_path: null,
      error_message: null,
      deletion_protection: false,
      restorable_until: null,
      monthly_price: "2392.064",
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
  ])("400 names %s for %j", async (field, body) => {
    const refused = await create(body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field });
  });

  test("409 name_taken until the volume with that name is deleted", async () => {
    const { name, volume_id } = await volume();
    expect(await create({ name })).toMatchObject({ status: 409, body: { code: "name_taken" } });
    await remove(volume_id);
    expect((await create({ name })).status).toBe(201);
  });

  test("402 when funds do not cover the size, and nothing is created", async () => {
    const poor = await fixture.api.createTenant();
    await setWallet(fixture.api.database, { organizationId: poor.organizationId, balance: "0.5", creditLimit: "0" });
    expect((await create({ size_gb: 16_384, type: "nvme" }, poor)).status).toBe(402);
    expect((await fixture.api.request("GET", "/block-storage/volumes", poor)).body).toEqual([]);
    expect((await create({ size_gb: 1, type: "hdd" }, poor)).status).toBe(201);
  });
});

describe("GET /block-storage/volumes", () => {
  test("200: newest first, with filters and pages; GET by id returns the listed record", async () => {
    const tenant = await fixture.api.createTenant();
    const made = [];
    for (const name of ["one", "two", "three"]) {
      const { volume_id } = (await create({ name }, tenant)).body;
      await fixture.examples.settleVolume(volume_id);
      made.unshift((await fixture.api.request("GET", `/block-storage/volumes/${volume_id}`, tenant)).body);
    }
    const list = async (query: Record<string, string>) =>
      (await fixture.api.request("GET", "/block-storage/volumes", { ...tenant, query })).body;
    expect(await list({})).toEqual(made);
    expect(await list({ status: "in-use" })).toEqual([]);
    expect(await list({ status: "available", name: "two" })).toEqual([made[1]]);
    const first = await fixture.api.request("GET", "/block-storage/volumes", { ...tenant, query: { limit: "2" } });
    const cursor = nextCursor(first);
    expect(await list({ limit: "2", cursor })).toEqual([made[2]]);
    expect((await fixture.api.request("GET", `/block-storage/volumes/${made[0].volume_id}`, tenant)).body).toEqual(
      made[0],
    );
  });
});

describe("GET /block-storage/volumes/{volume_id}/operations", () => {
  test("200: the whole record with the request's idempotency key", async () => {
    const { body } = await fixture.api.request("POST", "/block-storage/volumes", {
      key: "my-key-1",
      body: { name: newName(), size_gb: 10, site_id: SITE },
    });
    expect(await history(body.volume_id)).toEqual([
      {
        id: expect.stringMatching(/^volop_/),
        volume_id: body.volume_id,
        operation: "create",
        status: "in-progress",
        idempotency_key: "my-key-1",
        created_at: expect.stringMatching(TIMESTAMP),
        started_at: expect.stringMatching(TIMESTAMP),
        completed_at: null,
      },
    ]);
  });

  test("200: newest first, in pages; idempotency_key is null for a request without one", async () => {
    const { body } = await fixture.api.request("POST", "/block-storage/volumes", {
      key: null,
      body: { name: newName(), size_gb: 10, site_id: SITE },
    });
    const path = `/block-storage/volumes/${body.volume_id}`;
    await fixture.examples.settleVolume(body.volume_id);
    await call(body.volume_id, "resize", { size_gb: 20 });
    const all = await history(body.volume_id);
    expect(all.map((operation: { operation: string }) => operation.operation)).toEqual(["resize", "create"]);
    expect(all[1].idempotency_key).toBeNull();
    const first = await fixture.api.request("GET", `${path}/operations`, { query: { limit: "1" } });
    const cursor = nextCursor(first);
    expect((await fixture.api.request("GET", `${path}/operations`, { query: { cursor } })).body).toEqual([all[1]]);
  });

  test("200: a running operation has no error, and a failed operation has its error", async () => {
    const { volume_id } = await volume();
    const data = { workspace_id: BigInt(fixture.api.tenant.workspaceId), volume_id, operation: "resize" } as const;
    await fixture.api.database.prisma.volumeOperation.create({
      data: { ...data, volume_operation_id: "volop_yy", status: "in_progress" },
    });
    const failed = {
      volume_operation_id: "volop_yz",
      status: "failed",
      error: "no space left",
      completed_at: new Date(),
    } as const;
    await fixture.api.database.prisma.volumeOperation.create({ data: { ...data, ...failed } });
    const [one, two] = await history(volume_id);
    expect(one).toMatchObject({
      status: "failed",
      error: "no space left",
      completed_at: expect.stringMatching(TIMESTAMP),
    });
    expect(one).not.toHaveProperty("result");
    expect(two).toMatchObject({ status: "in-progress", completed_at: null });
    expect(two).not.toHaveProperty("error");
  });

  test("404 for the volume of another workspace, as for an absent one", async () => {
    const foreign = await create({}, { ...fixture.api.tenant, workspaceId: fixture.api.tenant.otherWorkspaceId });
    for (const id of [foreign.body.volume_id, "vol_absent"]) {
      expect((await fixture.api.request("GET", `/block-storage/volumes/${id}/operations`)).status).toBe(404);
      expect((await get(id)).status).toBe(404);
      expect((await remove(id, { force: "true" })).status).toBe(404);
    }
  });
});

describe("POST /block-storage/volumes/{volume_id}/resize", () => {
  test("200: grows an available or attached volume; size_gb changes when the resize ends", async () => {
    const { volume_id } = await volume();
    expect((await call(volume_id, "resize", { size_gb: 20 })).body).toMatchObject({ status: "resizing", size_gb: 10 });
    await fixture.examples.settleVolume(volume_id);
    expect((await get(volume_id)).body).toMatchObject({ status: "available", size_gb: 20 });
    await done(volume_id, "attach", { vm_id: await fixture.examples.vm() });
    await done(volume_id, "resize", { size_gb: 30 });
    expect((await get(volume_id)).body).toMatchObject({ status: "in-use", size_gb: 30 });
  });

  test("200 for the present size, and the volume keeps it", async () => {
    const { volume_id } = await volume();
    await done(volume_id, "resize", { size_gb: 10 });
    expect((await get(volume_id)).body).toMatchObject({ status: "available", size_gb: 10 });
    await done(volume_id, "attach", { vm_id: await fixture.examples.vm() });
    await done(volume_id, "resize", { size_gb: 10 });
    expect((await get(volume_id)).body).toMatchObject({ status: "in-use", size_gb: 10 });
  });

  test.each([undefined, 9, 16_385])("400 names size_gb for %j", async (size_gb) => {
    const refused = await call((await volume()).volume_id, "resize", { size_gb });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "size_gb" }] } });
  });

  test("404 absent, 409 volume_busy, 409 volume_in_error, 402 without funds but for the present size", async () => {
    expect((await call("vol_absent", "resize", { size_gb: 20 })).status).toBe(404);
    const { volume_id } = await volume();
    await call(volume_id, "resize", { size_gb: 20 });
    expect(await call(volume_id, "resize", { size_gb: 30 })).toMatchObject({
      status: 409,
      body: { code: "volume_busy" },
    });
    await fixture.examples.settleVolume(volume_id);
    await fixture.api.database.prisma.volume.updateMany({ where: { volume_id }, data: { status: "error" } });
    expect(await call(volume_id, "resize", { size_gb: 30 })).toMatchObject({
      status: 409,
      body: { code: "volume_in_error" },
    });

    const poor = await fixture.api.createTenant();
    const made = await create({}, poor);
    await fixture.examples.settleVolume(made.body.volume_id);
    await setWallet(fixture.api.database, { organizationId: poor.organizationId, balance: "0", creditLimit: "0" });
    const resized = (size_gb: number) =>
      fixture.api.request("POST", `/block-storage/volumes/${made.body.volume_id}/resize`, {
        ...poor,
        body: { size_gb },
      });
    expect((await resized(20)).status).toBe(402);
    expect((await resized(made.body.size_gb)).status).toBe(200);
  });
});

describe("PATCH /block-storage/volumes/{volume_id}", () => {
  const patch = (id: string, body: object) => fixture.api.request("PATCH", `/block-storage/volumes/${id}`, { body });

  test("200: renames; an unchanged name changes nothing", async () => {
    const before = await volume();
    for (const body of [{}, { name: before.name }])
      expect(await patch(before.volume_id, body)).toMatchObject({ status: 200, body: before });
    const name = newName();
    expect((await patch(before.volume_id, { name })).body).toEqual({
      ...before,
      name,
      updated_at: expect.stringMatching(TIMESTAMP),
    });
  });

  test("409 name_taken; 404 for an absent volume", async () => {
    const [one, two] = [await volume(), await volume()];
    expect(await patch(one.volume_id, { name: two.name })).toMatchObject({ status: 409, body: { code: "name_taken" } });
    for (const body of [{}, { name: newName() }]) expect((await patch("vol_absent", body)).status).toBe(404);
  });
});
