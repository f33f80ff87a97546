import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { makeVm, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const read = (vmId: string) => api.request("GET", `/compute/cloud-vms/${vmId}/console-log`);

/** Creates an instance at the simulated site, as a worker does. */
async function machine(console: readonly string[]): Promise<string> {
  const vm_id = await makeVm(api);
  const text =
    "INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, console) VALUES ($1, 'web', 2, 2048, 40, 'debian-13', $2)";
  await api.database.pool.query(text, [vm_id, console]);
  return vm_id;
}

test("200: the log of every boot", async () => {
  const { status, body } = await read(await machine(["boot", "halt", "rescue"]));
  expect(status).toBe(200);
  expect(body).toEqual({
    log: expect.stringMatching(/^\[ +0\.000000\] Linux.*debian-13 web ttyS0.*Power down.*rescue system/s),
    truncated: false,
    read_at: timestamp,
  });
});

test("200: the last 64 KiB of a long log; an empty log for an instance that never booted", async () => {
  const { body } = await read(await machine(Array.from({ length: 150 }, () => "boot")));
  expect(body.truncated).toBe(true);
  expect(Buffer.byteLength(body.log)).toBe(65_536);
  expect((await read(await machine([]))).body).toEqual({ log: "", truncated: false, read_at: timestamp });
});

test("409 no_instance for an accepted or deleted VM; 409 unsupported_by_site", async () => {
  expectError(await read(await makeVm(api, { status: "accepted" })), 409, "no_instance");
  expectError(await read(await makeVm(api, { status: "deleted" })), 409, "no_instance");
  const vm_id = await machine(["boot"]);
  await api.database.prisma.site.updateMany({ data: { unsupported: ["console_log"] } });
  expectError(await read(vm_id), 409, "unsupported_by_site");
  await api.database.prisma.site.updateMany({ data: { unsupported: [] } });
});

test("503 site_unavailable with Retry-After when the site does not answer", async () => {
  const site_id = "site_gone";
  const nowhere = {
    endpoint: "unix:///nowhere/lxd.socket",
    project: "fulmar",
    storage_pool: "default",
    network: "fm0",
    instance_type: "container",
  };
  await api.database.prisma.site.create({
    data: {
      site_id,
      name: "Gone",
      location: "Nowhere",
      provider: `lxd:${site_id}`,
      position: 2_000,
      connection: { create: nowhere },
    },
  });
  const vm_id = await machine(["boot"]);
  await api.database.prisma.vm.update({ where: { vm_id }, data: { site_id } });
  const response = await read(vm_id);
  expectError(response, 503, "site_unavailable");
  expect(response.headers["retry-after"]).toBe("5");
});
