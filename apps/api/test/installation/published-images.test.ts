// An image of a customer that an operator publishes: everybody makes VMs of it, until it is published no longer.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cloudBody, settle } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

/** An image of the default tenant, in the state that a worker leaves. */
async function available(name: string): Promise<string> {
  const vm = await api.request("POST", "/compute/cloud-vms", { body: { ...cloudBody, name: `source of ${name}` } });
  await settle(api, vm.body.vm_id, vm.body.operation_id, "running");
  const made = await api.request("POST", "/compute/images", { body: { name, vm_id: vm.body.vm_id } });
  await settle(api, vm.body.vm_id, made.body.operation_id, "running");
  await api.database.pool.query(
    "UPDATE vm_image SET status = 'available', size_bytes = 1, operation_id = NULL WHERE image_id = $1",
    [made.body.image_id],
  );
  return made.body.image_id;
}

test("an operator publishes an image to everybody, and takes it back; VMs that were made of it stay", async () => {
  const template_id = await available("golden");
  const buyer = await api.createTenant();
  const by = { token: buyer.token, workspaceId: buyer.workspaceId };
  const offered = async () =>
    (await api.request("GET", "/compute/images?owner=published", by)).body as { template_id: string }[];
  const create = (name: string) =>
    api.request("POST", "/compute/cloud-vms", { ...by, body: { ...cloudBody, name, template_id } });
  expect(await offered()).toEqual([]);
  expectError(await create("too early"), 400, "invalid_request");

  const plan = await fixture.plan("operatorImage.publish", { template_id });
  expect(plan).toMatchObject({ value: { would_answer: 200 } });
  expect(await offered()).toEqual([]);
  const published = await fixture.send("operatorImage.publish", { template_id });
  expect(published.body).toMatchObject({ template_id, published: true, vms: 0 });
  const { min_disk_gb, site_ids } = published.body;
  expect(await offered()).toMatchObject([
    { template_id, name: "golden", owner: "published", min_disk_gb, site_ids, published_at: expect.any(String) },
  ]);
  const vm = await create("of all");
  expect(vm.status, vm.text).toBe(202);
  await settle(api, vm.body.vm_id, vm.body.operation_id, "running");

  await fixture.made("operatorImage.unpublish", { template_id });
  expect(await offered()).toEqual([]);
  expectError(await create("too late"), 400, "invalid_request");
  const path = `/compute/cloud-vms/${vm.body.vm_id}`;
  expect((await api.request("GET", path, by)).body).toMatchObject({ status: "running", template_id });
});
