// What requests about copies of images at other sites are answered, to their owner and to others (docs/adr/0166).
// packages/core/test/compute/copied-images.test.ts has the worker's part.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, settle, timestamp } from "./compute-fixture.ts";

let api: Api;
let friend: Tenant;
beforeAll(async () => {
  api = await startApi();
  friend = await api.createTenant();
});
afterAll(() => api.close());

const IMAGES = "/compute/images";
const GIB = 1024 ** 3;
/** The VM of the image is at the first of these. */
const [HOME, OTHER] = ["site-fra-1", "site-ams-1"];
const as = ({ token, workspaceId }: Tenant) => ({ token, workspaceId });
const create = (body: object, by: Tenant = api.tenant, query = "") =>
  api.request("POST", `/compute/cloud-vms${query}`, { ...as(by), body: { ...cloudBody, site_id: OTHER, ...body } });
const copy = (id: string, site_id: unknown, by: Tenant = api.tenant) =>
  api.request("POST", `${IMAGES}/${id}/copies`, { ...as(by), body: { site_id } });
const remove = (id: string, site: string, by: Tenant = api.tenant) =>
  api.request("DELETE", `${IMAGES}/${id}/copies/${site}`, as(by));
const get = async (id: string, by: Tenant = api.tenant) => (await api.request("GET", `${IMAGES}/${id}`, as(by))).body;
const arrive = (id: string) =>
  api.database.pool.query("UPDATE image_copy SET status = 'available', copy_at = NULL WHERE image_id = $1", [id]);
const charged = async (id: string, { workspaceId }: Tenant) =>
  (
    await api.database.pool.query(
      "SELECT quantity FROM charge WHERE resource_id = $1 AND workspace_id = $2 AND charged_until IS NULL",
      [id, workspaceId],
    )
  ).rows.map(({ quantity }) => quantity);

/** An image of 3 GB in the state that a worker leaves. */
async function available(name: string): Promise<string> {
  const vm = await create({ name: `source of ${name}`, site_id: HOME });
  expect(vm.status, vm.text).toBe(202);
  await settle(api, vm.body.vm_id, vm.body.operation_id, "running");
  const made = await api.request("POST", IMAGES, { body: { name, vm_id: vm.body.vm_id } });
  await settle(api, vm.body.vm_id, made.body.operation_id, "running");
  await api.database.pool.query(
    "UPDATE vm_image SET status = 'available', size_bytes = $2, operation_id = NULL WHERE image_id = $1",
    [made.body.image_id, 3 * GIB],
  );
  return made.body.image_id;
}

test("a copy on its way, there, and removed", async () => {
  const id = await available("copied");
  const made = await copy(id, OTHER);
  expect(made.status, made.text).toBe(201);
  const record = { site_id: OTHER, status: "copying", size_bytes: 3 * GIB, waiting_reason: null, error_message: null };
  expect(made.body).toEqual({ ...record, created_at: timestamp });
  expect(await get(id)).toMatchObject({ site_ids: [HOME], copies: [made.body] });
  const listed = async (site: string) =>
    (await api.request("GET", `${IMAGES}?owner=workspace&site_id=${site}`)).body.map(
      ({ image_id }: { image_id: string }) => image_id,
    );
  expect(await listed(OTHER)).not.toContain(id);
  expect(await charged(id, api.tenant)).toEqual([3]);
  expectError(await copy(id, OTHER), 409, "image_at_site");
  await arrive(id);
  expect(await get(id)).toMatchObject({ site_ids: [HOME, OTHER], copies: [{ ...record, status: "available" }] });
  expect(await listed(OTHER)).toContain(id);
  expect(await charged(id, api.tenant)).toEqual([6]);
  const removed = await remove(id, OTHER);
  expect(removed.body).toEqual({ status: "deleted", image_id: id, site_id: OTHER });
  expectError(await remove(id, OTHER), 404, "not_found");
  expect(await get(id)).toMatchObject({ site_ids: [HOME], copies: [] });
  expect(await charged(id, api.tenant)).toEqual([3]);
});

test("what cannot be copied is refused, and the field is named", async () => {
  const id = await available("refused");
  expectError(await copy(id, HOME), 409, "image_at_site");
  expectError(await copy("debian-13", OTHER), 409, "image_at_site");
  expectError(await copy(`img_${"0".repeat(26)}`, OTHER), 404, "not_found");
  for (const wrong of ["site-none", ` ${OTHER}`, "SITE-AMS-1", [OTHER, OTHER], 1]) {
    const refused = await copy(id, wrong);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toMatchObject([{ field: "site_id" }]);
  }
  expectError(await remove(id, HOME), 404, "not_found");
  expect((await get(id)).copies).toEqual([]);
});

test("the plan of a VM at another site says what is brought and what it costs, and changes nothing", async () => {
  const id = await available("planned");
  const plan = await create({ name: "planned", template_id: id }, api.tenant, "?dry_run=true");
  expect(plan.status, plan.text).toBe(200);
  expect(plan.body.steps[0]).toBe("bring-image");
  expect(plan.body.warnings).toContainEqual(
    expect.stringMatching(
      /^The image planned \(3 GB\) is brought from .+ to .+ first\. The copy stays there for the next VM, and costs [0-9.]+ USD a month/,
    ),
  );
  expect((await get(id)).copies).toEqual([]);
  const home = await create({ name: "at home", template_id: id, site_id: HOME }, api.tenant, "?dry_run=true");
  expect(home.body.warnings.join()).not.toContain("brought");
  const copied = await api.request("POST", `${IMAGES}/${id}/copies?dry_run=true`, { body: { site_id: OTHER } });
  expect(Number(copied.body.cost.hourly_delta)).toBeGreaterThan(0);
  const more = Number(plan.body.cost.hourly_delta) - Number(home.body.cost.hourly_delta);
  expect(Number(copied.body.cost.hourly_delta)).toBeCloseTo(more, 8);
});

test("the plan of a group, and of another template for it, names each image that is brought once", async () => {
  const [first, second] = [await available("of-groups"), await available("of-templates")];
  const template = (template_id: string) => ({ plan_id: "plan-nano", template_id, site_id: OTHER });
  const groups = "/compute/vm-groups";
  const body = { name: "bringing", desired_count: 3, ...template(first) };
  const brought = (planned: { readonly body: { readonly warnings: readonly string[] } }) =>
    planned.body.warnings.filter((warning) => warning.includes("is brought from"));
  const planned = await api.request("POST", `${groups}?dry_run=true`, { body });
  expect(planned.status, planned.text).toBe(200);
  expect(brought(planned)).toEqual([expect.stringMatching(/^The image of-groups \(3 GB\) is brought/)]);
  const { vm_group_id } = (await api.request("POST", groups, { body })).body;
  const path = `${groups}/${vm_group_id}/template`;
  const changed = await api.request("PUT", `${path}?dry_run=true`, { body: template(second) });
  expect(changed.status, changed.text).toBe(200);
  expect(brought(changed)).toEqual([expect.stringMatching(/^The image of-templates \(3 GB\) is brought/)]);
  expect((await get(second)).copies).toEqual([]);
});

test("what no host of the site runs is refused in the plan too, by a request's field", async () => {
  const id = await available("of-arm");
  const { pool } = api.database;
  await pool.query("UPDATE vm_image SET architecture = 'aarch64' WHERE image_id = $1", [id]);
  await pool.query(
    `INSERT INTO site_host (host_id, site_id, name, status, moves_live, shared_disks, cpus, ram_mb, free_ram_mb, disk_gb,
                            free_disk_gb, architectures, firmware)
     VALUES ('host_arm', $1, 'arm', 'online', true, true, 64, 65536, 65536, 1000, 1000, '{x86_64}', '{uefi}')`,
    [OTHER],
  );
  for (const query of ["", "?dry_run=true"]) {
    const refused = await create({ name: "arm", template_id: id }, api.tenant, query);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toEqual([
      {
        field: "site_id",
        message: "runs no machines of aarch64, which the image needs; choose another site or image",
      },
    ]);
  }
  expectError(await copy(id, OTHER), 400, "invalid_request");
  expect((await create({ name: "arm", template_id: id, site_id: undefined })).status).toBe(202);
  expect((await api.request("GET", "/compute/sites")).body).toMatchObject([
    { site_id: OTHER, architectures: ["x86_64"], firmware: ["uefi"] },
    { site_id: HOME, architectures: null, firmware: null },
  ]);
  await pool.query("DELETE FROM site_host WHERE host_id = 'host_arm'");
});

test("a VM, and a rebuild, at another site has the image brought, and holds the copy", async () => {
  const id = await available("held");
  const vm = await create({ name: "elsewhere", template_id: id });
  expect(vm.status, vm.text).toBe(202);
  const held = await remove(id, OTHER);
  expectError(held, 409, "image_copy_in_use");
  expect(held.body.blockers).toEqual([{ type: "cloud_vm", id: vm.body.vm_id, name: "elsewhere" }]);
  await settle(api, vm.body.vm_id, vm.body.operation_id, "running");
  expect((await remove(id, OTHER)).status).toBe(200);
  const path = `/compute/cloud-vms/${vm.body.vm_id}/rebuild`;
  const rebuilt = await api.request("POST", path, { body: { template_id: id } });
  expect(rebuilt.status, rebuilt.text).toBe(202);
  expect((await get(id)).copies).toMatchObject([{ site_id: OTHER, status: "copying" }]);
});

test("who makes a VM from an image of others keeps the copy and pays for it, and nobody sees that", async () => {
  const id = await available("shared");
  const { body } = await api.request("PATCH", `${IMAGES}/${id}`, { body: { shared_with: [friend.organizationId] } });
  const vm = await create({ name: "theirs", template_id: id }, friend);
  expect(vm.status, vm.text).toBe(202);
  await arrive(id);
  expect(await get(id, friend)).toMatchObject({
    size_bytes: null,
    site_ids: [HOME, OTHER],
    copies: [{ site_id: OTHER }],
  });
  expect(await get(id)).toEqual(body);
  expect([await charged(id, api.tenant), await charged(id, friend)]).toEqual([[3], [3]]);
  const quota = await api.database.pool.query("SELECT quota_used($1, 'images') AS used", [friend.workspaceId]);
  expect(quota.rows).toEqual([{ used: "1" }]);
  expectError(await remove(id, OTHER), 404, "not_found");
  expect((await copy(id, OTHER)).status).toBe(201);
  expect(await get(id, friend)).toMatchObject({ copies: [{ site_id: OTHER, status: "available" }] });

  // The end of sharing ends their copy, and nothing of the owner's.
  await api.request("PATCH", `${IMAGES}/${id}`, { body: { shared_with: [] } });
  expect(await charged(id, friend)).toEqual([]);
  expect(await get(id)).toMatchObject({ copies: [{ site_id: OTHER, status: "copying" }] });
  expectError(await copy(id, OTHER, friend), 404, "not_found");
  await api.request("DELETE", `${IMAGES}/${id}`);
  const { rows } = await api.database.pool.query("SELECT FROM image_copy WHERE image_id = $1 AND deleted_at IS NULL", [
    id,
  ]);
  expect(rows).toEqual([]);
});

test("row-level security hides copies of others from changes", async () => {
  const id = await available("guarded");
  await copy(id, OTHER);
  const client = await api.database.pool.connect();
  const seen = async (workspaceId: string) => {
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE fulmar_workspace");
    await client.query("SELECT set_config('fulmar.workspace_id', $1, true)", [workspaceId]);
    const { rows } = await client.query("SELECT FROM image_copy WHERE image_id = $1", [id]);
    await client.query("ROLLBACK");
    return rows.length;
  };
  try {
    expect([await seen(api.tenant.workspaceId), await seen(friend.workspaceId)]).toEqual([1, 0]);
  } finally {
    client.release();
  }
});

// The last, because it changes a site.
test("a site of containers alone takes no file of a disk", async () => {
  await api.database.pool.query(
    `INSERT INTO site_capacity (site_id, reachable, server, cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb, instance_type)
     VALUES ($1, true, 'simulated', 1, 1, 1, 1, 1, 'container')
         ON CONFLICT (site_id) DO UPDATE SET instance_type = 'container'`,
    [OTHER],
  );
  const file = {
    url: "https://cloud.example.com/image",
    os_distro: "debian",
    version: "13",
    min_disk_gb: 1,
  };
  const wanted = (format: string, site_id: string) =>
    api.request("POST", `${IMAGES}/import`, { body: { ...file, name: `${format} at ${site_id}`, format, site_id } });
  const refused = await wanted("qcow2", OTHER);
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field: "format" }]);
  expect((await wanted("lxd", OTHER)).status).toBe(201);
  expect((await wanted("qcow2", HOME)).status).toBe(201);
});
