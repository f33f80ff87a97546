import { describe, expect, test } from "vitest";
import { ExampleFixture, SITE } from "../examples/example-fixture.ts";
import { blockStorageFixture } from "./block-storage-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const OTHER_SITE = "site-fra-1";

const fixture = blockStorageFixture();
const { call, done, get, history, volume } = fixture;

describe("POST /block-storage/volumes/{volume_id}/attach and /detach", () => {
  test.each(["running", "stopped"] as const)(
    "200: attaches to and detaches from a VM that is %s; volume and VM show the transition",
    async (status) => {
      const before = await volume();
      const vm_id = await fixture.examples.vm(status);
      const attached = await call(before.volume_id, "attach", { vm_id });
      const vm = async () => (await fixture.api.request("GET", `/compute/cloud-vms/${vm_id}`)).body.status;
      expect(attached.status).toBe(200);
      const attaching = {
        ...before,
        status: "attaching",
        attached_vm_id: vm_id,
        device_path: "/dev/vdb",
        updated_at: expect.stringMatching(TIMESTAMP),
      };
      expect(attached.body).toEqual(attaching);
      expect(await vm()).toBe("attaching_volume");
      await fixture.examples.settleVolume(before.volume_id);
      expect(await vm()).toBe(status);
      const detached = await call(before.volume_id, "detach");
      expect(detached.body).toEqual({ ...attaching, status: "detaching" });
      expect(await vm()).toBe("detaching_volume");
      await fixture.examples.settleVolume(before.volume_id);
      expect((await get(before.volume_id)).body).toEqual({ ...before, updated_at: expect.stringMatching(TIMESTAMP) });
      expect((await history(before.volume_id)).map((entry: { operation: string }) => entry.operation)).toEqual([
        "detach",
        "attach",
        "create",
      ]);
    },
  );

  test("attach assigns the first free device of the VM", async () => {
    const vm_id = await fixture.examples.vm();
    const volumes = [await volume(), await volume(), await volume()];
    for (const { volume_id } of volumes) await done(volume_id, "attach", { vm_id });
    const devices = await Promise.all(volumes.map(async ({ volume_id }) => (await get(volume_id)).body.device_path));
    expect(devices).toEqual(["/dev/vdb", "/dev/vdc", "/dev/vdd"]);
    await done(volumes[1].volume_id, "detach");
    const { volume_id } = await volume();
    expect((await call(volume_id, "attach", { vm_id })).body.device_path).toBe("/dev/vdc");
  });

  test("409 operation_in_progress for all but one of five concurrent attachments to one VM", async () => {
    const vm_id = await fixture.examples.vm();
    const volumes = await Promise.all(Array.from({ length: 5 }, () => volume()));
    const answers = await Promise.all(volumes.map(({ volume_id }) => call(volume_id, "attach", { vm_id })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409)?.body;
    expect(refused).toMatchObject({
      code: "operation_in_progress",
      blockers: [{ type: "operation", name: "attach_volume" }],
    });
  });

  test("409 no_device_free: a VM takes at most 25 volumes", async () => {
    const vm_id = await fixture.examples.vm();
    const { volume_id } = await volume();
    await done(volume_id, "attach", { vm_id });
    await fixture.api.database.pool.query(
      `INSERT INTO volume (volume_id, workspace_id, name, status, size_gb, type, site_id, attached_vm_id, device_path)
       SELECT volume_id || n, workspace_id, name || n, status, size_gb, type, site_id, attached_vm_id,
              '/dev/vd' || chr(ascii('b') + n)
         FROM volume, generate_series(1, 24) n WHERE volume_id = $1`,
      [volume_id],
    );
    expect(await call((await volume()).volume_id, "attach", { vm_id })).toMatchObject({
      status: 409,
      body: { code: "no_device_free" },
    });
  });

  test("200: one attach can be queued while the volume detaches elsewhere; a second is 409 volume_busy", async () => {
    const { volume_id } = await volume();
    const [here, there, third] = [
      await fixture.examples.vm(),
      await fixture.examples.vm(),
      await fixture.examples.vm(),
    ];
    await done(volume_id, "attach", { vm_id: here });
    await call(volume_id, "detach");
    const asked = await call(volume_id, "attach", { vm_id: there });
    expect(asked).toMatchObject({ status: 200, body: { status: "detaching", attached_vm_id: here } });
    expect((await history(volume_id)).slice(0, 2)).toMatchObject([
      { operation: "attach", status: "in-progress" },
      { operation: "detach", status: "in-progress" },
    ]);
    expect(await call(volume_id, "attach", { vm_id: third })).toMatchObject({
      status: 409,
      body: { code: "volume_busy" },
    });
  });

  test("200: attaches to a GPU VM", async () => {
    const vm_id = await fixture.examples.vm("running", "gpuVm");
    const { volume_id } = await volume({ site_id: OTHER_SITE });
    expect((await call(volume_id, "attach", { vm_id })).body).toMatchObject({
      status: "attaching",
      attached_vm_id: vm_id,
    });
  });

  test("409: volume not attached or already attached, VM at another site, busy or in error", async () => {
    const vm_id = await fixture.examples.vm();
    const { volume_id } = await volume();
    expect(await call(volume_id, "detach")).toMatchObject({ status: 409, body: { code: "volume_not_attached" } });
    await done(volume_id, "attach", { vm_id });
    const again = await call(volume_id, "attach", { vm_id: await fixture.examples.vm() });
    expect(again).toMatchObject({
      status: 409,
      body: { code: "volume_attached", blockers: [{ type: "cloud_vm", id: vm_id }] },
    });

    const elsewhere = await volume({ site_id: OTHER_SITE });
    expect(await call(elsewhere.volume_id, "attach", { vm_id })).toMatchObject({
      status: 409,
      body: { code: "site_mismatch" },
    });

    const next = await volume();
    const busy = await fixture.examples.make("cloudVm.create", {
      body: { name: fixture.examples.name(), plan_id: "plan-small", template_id: "debian-13", site_id: SITE },
    });
    expect(await call(next.volume_id, "attach", { vm_id: busy.vm_id })).toMatchObject({
      status: 409,
      body: { code: "operation_in_progress", blockers: [{ type: "operation", id: busy.operation_id, name: "create" }] },
    });
    await fixture.examples.settle(busy.operation_id, busy.vm_id, "error");
    expect(await call(next.volume_id, "attach", { vm_id: busy.vm_id })).toMatchObject({
      status: 409,
      body: { code: "vm_in_error" },
    });
  });

  test("404 for an absent or foreign volume or VM; 400 without vm_id", async () => {
    const vm_id = await fixture.examples.vm();
    const { volume_id } = await volume();
    const foreign = await new ExampleFixture(fixture.api, fixture.api.tenant, fixture.api.tenant.otherWorkspaceId).vm();
    expect((await call("vol_absent", "attach", { vm_id })).status).toBe(404);
    expect((await call("vol_absent", "detach")).status).toBe(404);
    const [absent, other] = [
      await call(volume_id, "attach", { vm_id: "vm_absent" }),
      await call(volume_id, "attach", { vm_id: foreign }),
    ];
    expect([absent.status, other.status]).toEqual([404, 404]);
    expect(absent.body.detail).toBe(other.body.detail);
    expect((await call(volume_id, "attach", {})).status).toBe(400);
  });
});
