import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { volumesOf } from "./block-storage-fixture.ts";

let api: Api;
let fixture: ExampleFixture;
const { call, create, done, get, history, remove, volume } = volumesOf(
  () => api,
  () => fixture,
);

beforeAll(async () => {
  api = await startApi();
  fixture = new ExampleFixture(api, api.tenant);
});
afterAll(() => api.close());

describe("DELETE /block-storage/volumes/{volume_id}", () => {
  test("200: the volume is gone, and its history ends with the delete operation that the answer named", async () => {
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

  test("409 volume_attached names the VM, by default and with force=false", async () => {
    const { volume_id } = await volume();
    const vm_id = await fixture.vm();
    await done(volume_id, "attach", { vm_id });
    for (const query of [{}, { force: "false" }]) {
      const refused = await remove(volume_id, query);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: "volume_attached", blockers: [{ type: "cloud_vm", id: vm_id, name: expect.any(String) }] },
      });
    }
    expect((await get(volume_id)).body).toMatchObject({ status: "in-use", attached_vm_id: vm_id });
  });

  test("200 with force: the volume is detached first", async () => {
    const { volume_id } = await volume();
    await done(volume_id, "attach", { vm_id: await fixture.vm() });
    expect((await remove(volume_id, { force: "true" })).status).toBe(200);
    expect((await history(volume_id)).map((operation: { operation: string }) => operation.operation)).toEqual([
      "delete",
      "detach",
      "attach",
      "create",
    ]);
  });

  test("409 operation_in_progress, even with force, while a snapshot holds the VM", async () => {
    const { volume_id } = await volume();
    const vm_id = await fixture.vm();
    await done(volume_id, "attach", { vm_id });
    const { body: snapshot } = await api.request("POST", `/compute/cloud-vms/${vm_id}/snapshots`, {
      body: { name: "with it" },
    });
    expect(await remove(volume_id, { force: "true" })).toMatchObject({
      status: 409,
      body: {
        code: "operation_in_progress",
        blockers: [{ type: "operation", id: snapshot.operation_id, name: "snapshot" }],
      },
    });
    expect((await get(volume_id)).body).toMatchObject({ status: "in-use", attached_vm_id: vm_id });
  });

  test("409 volume_busy, even with force, while the volume is being resized", async () => {
    const { volume_id } = await volume();
    await call(volume_id, "resize", { size_gb: 20 });
    for (const force of ["false", "true"])
      expect(await remove(volume_id, { force })).toMatchObject({ status: 409, body: { code: "volume_busy" } });
  });

  test("409 volume_has_snapshots names the snapshots; force deletes them too", async () => {
    const { volume_id } = await volume();
    const { body: snapshot } = await call(volume_id, "snapshots", { name: "keep me" });
    await fixture.settleVolume(volume_id);
    expect(await remove(volume_id)).toMatchObject({
      status: 409,
      body: {
        code: "volume_has_snapshots",
        blockers: [{ type: "volume_snapshot", id: snapshot.snapshot_id, name: "keep me" }],
      },
    });
    expect((await remove(volume_id, { force: "true" })).status).toBe(200);
    expect((await create({ snapshot_id: snapshot.snapshot_id })).status).toBe(404);
  });

  test.each(["yes", "1", ""])("400 names force for the value %j", async (force) => {
    const refused = await remove((await volume()).volume_id, { force });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "force" }] } });
  });

  test("200 for one of six concurrent deletes, 404 for the others", async () => {
    const { volume_id } = await volume();
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(volume_id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });
});
