// What requests about images are answered. packages/core/test/compute/images.test.ts has the worker's part.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, makeVm, settle, timestamp } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const IMAGES = "/compute/images";
const make = (body: object, more: object = {}) => api.request("POST", IMAGES, { body, ...more });

/** An image in the state that a worker leaves. */
async function available(body: Readonly<Record<string, unknown>>): Promise<string> {
  const vm_id = await makeVm(api);
  const { status, text, body: accepted } = await make({ vm_id, ...body });
  expect(status, text).toBe(202);
  await settle(api, vm_id, accepted.operation_id, "running");
  await api.database.pool.query(
    "UPDATE vm_image SET status = 'available', size_bytes = 1, operation_id = NULL WHERE image_id = $1",
    [accepted.image_id],
  );
  return accepted.image_id;
}

test("the acceptance, and the record of an image that is being made", async () => {
  const vm_id = await makeVm(api, { name: "source", disk_gb: 60 });
  const accepted = await make({ name: "golden", vm_id, tags: ["web"] });
  expect(accepted.status, accepted.text).toBe(202);
  expect(accepted.body).toEqual({
    operation_id: expect.stringMatching(/^op_/),
    image_id: expect.stringMatching(/^img_/),
    vm_id,
    status: "accepted",
    submitted_at: timestamp,
  });
  const { image_id } = accepted.body;
  expect((await api.request("GET", `${IMAGES}/${image_id}`)).body).toEqual({
    ...{ template_id: image_id, image_id, name: "golden", owner: "workspace", status: "creating", description: null },
    ...{
      tags: ["web"],
      os_type: "linux",
      os_distro: "debian",
      version: "13",
      architecture: null,
      firmware: null,
      min_disk_gb: 60,
    },
    ...{ size_bytes: null, site_ids: [], copies: [], deprecated: false, deprecated_at: null, deprecation_note: null },
    ...{ owner_name: null, shared_with: [], published_at: null, waiting_reason: null, error_message: null },
    source: { type: "vm", id: vm_id, vm_id, vm_name: "source" },
    ...{ created_at: timestamp, updated_at: null },
  });
  expectError(
    await api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, name: "early", template_id: image_id } }),
    400,
    "invalid_request",
  );
});

test("the catalog comes first in the list, then the workspace's newest, and each filter and page is exact", async () => {
  const [first, second] = [await available({ name: "first" }), await available({ name: "second" })];
  const own = (await api.request("GET", `${IMAGES}?owner=workspace&limit=2`)).body;
  expect(own.map(({ image_id }: { image_id: string }) => image_id)).toEqual([second, first]);
  const catalog = (await api.request("GET", `${IMAGES}?owner=catalog`)).body;
  expect(new Set(catalog.map(({ owner }: { owner: string }) => owner))).toEqual(new Set(["catalog"]));
  const all = (await api.request("GET", IMAGES)).body;
  const seen: unknown[] = [];
  for (let page = await api.request("GET", `${IMAGES}?limit=3`); ; ) {
    seen.push(...page.body);
    const cursor = nextCursor(page);
    if (cursor === "") break;
    page = await api.request("GET", `${IMAGES}?limit=3&cursor=${cursor}`);
  }
  expect(seen).toEqual(all);
  expect(all.slice(0, catalog.length)).toEqual(catalog);
  expect((await api.request("GET", `${IMAGES}/debian-13`)).body).toEqual(catalog[0]);
  expect((await api.request("GET", `${IMAGES}?owner=workspace&site_id=site-fra-1`)).body).toEqual([]);
});

test("a source is one of three, and an unfinished snapshot is none", async () => {
  const vm_id = await makeVm(api);
  expectError(await make({ name: "none" }), 400, "invalid_request");
  expectError(await make({ name: "both", vm_id, backup_id: "bkp_01kq3v9d5n8c2r7m4x6t0w1y5z" }), 400, "invalid_request");
  const taken = await api.request("POST", `/compute/cloud-vms/${vm_id}/snapshots`, { body: { name: "now" } });
  await settle(api, vm_id, taken.body.operation_id, "running");
  const { rows } = await api.database.pool.query("SELECT snapshot_set_id FROM snapshot_set WHERE vm_id = $1", [vm_id]);
  expectError(await make({ name: "early", ...rows[0] }), 409, "snapshot_in_progress");
  await api.database.pool.query("UPDATE snapshot_set SET status = 'failed' WHERE vm_id = $1", [vm_id]);
  expectError(await make({ name: "failed", ...rows[0] }), 409, "snapshot_not_succeeded");
});

test("another workspace sees and uses none of it", async () => {
  const image_id = await available({ name: "mine" });
  const { token, workspaceId } = await api.createTenant();
  const theirs = { token, workspaceId };
  for (const [method, body] of [["GET"], ["PATCH", { name: "theirs" }], ["DELETE"]] as const)
    expectError(
      await api.request(method, `${IMAGES}/${image_id}`, { ...theirs, ...(body && { body }) }),
      404,
      "not_found",
    );
  expect((await api.request("GET", `${IMAGES}?owner=workspace`, theirs)).body).toEqual([]);
  const body = { ...cloudBody, name: "stolen", template_id: image_id };
  const refused = await api.request("POST", "/compute/cloud-vms", { ...theirs, body });
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field: "template_id" }]);
});

test("VMs of a plan of the site and with enough disk are made from it, others name the field", async () => {
  const image_id = await available({ name: "roomy" });
  const create = (body: object) =>
    api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, template_id: image_id, ...body } });
  const { min_disk_gb } = (await api.request("GET", `${IMAGES}/${image_id}`)).body;
  const small = await create({ name: "small", disk_gb: min_disk_gb - 1 });
  expectError(small, 400, "invalid_request");
  expect(small.body.errors).toMatchObject([{ field: "disk_gb" }]);
  const nowhere = await create({ name: "far", site_id: "site-none" });
  expectError(nowhere, 400, "invalid_request");
  expect(nowhere.body.errors).toMatchObject([{ field: "site_id" }]);
  const vm_id = await makeVm(api, { name: "near", template_id: image_id });
  expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body).toMatchObject({ template_id: image_id });
  const rebuilt = await makeVm(api);
  const rebuild = await api.request("POST", `/compute/cloud-vms/${rebuilt}/rebuild`, {
    body: { template_id: image_id },
  });
  expect(rebuild.status, rebuild.text).toBe(202);
  const refused = await api.request("DELETE", `${IMAGES}/${image_id}`);
  expectError(refused, 409, "image_in_use");
  expect(refused.body.blockers).toMatchObject([{ type: "cloud_vm", id: rebuilt }]);
  await settle(api, rebuilt, rebuild.body.operation_id, "running");
  const { plan_id } = cloudBody;
  const group = { name: "none-yet", desired_count: 0, plan_id, template_id: image_id };
  const { vm_group_id } = (await api.request("POST", "/compute/vm-groups", { body: group })).body;
  const needed = await api.request("DELETE", `${IMAGES}/${image_id}`);
  expectError(needed, 409, "image_in_use");
  expect(needed.body.blockers).toEqual([{ type: "vm_group", id: vm_group_id, name: "none-yet" }]);
  await api.request("DELETE", `/compute/vm-groups/${vm_group_id}`);
  expect((await api.request("DELETE", `${IMAGES}/${image_id}`)).body).toEqual({ status: "deleted", id: image_id });
  // The image of the catalog stays what it is.
  expectError(await api.request("DELETE", `${IMAGES}/debian-13`), 404, "not_found");
});

test("an image needs room in its quota", async () => {
  const { pool } = api.database;
  const tenant = await api.createTenant();
  const of = { token: tenant.token, workspaceId: tenant.workspaceId };
  const created = await api.request("POST", "/compute/cloud-vms", { ...of, body: { ...cloudBody, name: "source" } });
  await settle(api, created.body.vm_id, created.body.operation_id, "running");
  await pool.query(
    `INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'images', 0)
         ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = 0`,
    [tenant.workspaceId],
  );
  const body = { name: "golden", vm_id: created.body.vm_id };
  expectError(await make(body, of), 403, "quota_exceeded");
  expect((await pool.query("SELECT FROM vm_image WHERE workspace_id = $1", [tenant.workspaceId])).rows).toEqual([]);
});
