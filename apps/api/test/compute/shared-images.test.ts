// Images that other organizations make VMs from: who sees and uses them, and who does not.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, nextCursor, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { cloudBody, makeVm, settle, timestamp } from "./compute-fixture.ts";

let api: Api;
let friend: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  api = await startApi();
  [friend, stranger] = [await api.createTenant(), await api.createTenant()];
});
afterAll(() => api.close());

const IMAGES = "/compute/images";
const as = ({ token, workspaceId }: Tenant) => ({ token, workspaceId });
const share = (id: string, shared_with: unknown, more: object = {}) =>
  api.request("PATCH", `${IMAGES}/${id}`, { body: { shared_with }, ...more });
const names = async (query: string, by: object) =>
  (await api.request("GET", `${IMAGES}?${query}`, by)).body.map(({ name }: { name: string }) => name);
const idsOf = async (query: string, by: object) =>
  (await api.request("GET", `${IMAGES}?${query}`, by)).body.map(({ image_id }: { image_id: string }) => image_id);
const create = (by: Tenant, body: object) =>
  api.request("POST", "/compute/cloud-vms", { ...as(by), body: { ...cloudBody, ...body } });

/** An image in the state that a worker leaves. */
async function available(name: string, organization = api.tenant): Promise<string> {
  const vm = await create(organization, { name: `source of ${name}` });
  await settle(api, vm.body.vm_id, vm.body.operation_id, "running");
  const made = await api.request("POST", IMAGES, { ...as(organization), body: { name, vm_id: vm.body.vm_id } });
  await settle(api, vm.body.vm_id, made.body.operation_id, "running");
  await api.database.pool.query(
    "UPDATE vm_image SET status = 'available', size_bytes = 1, operation_id = NULL WHERE image_id = $1",
    [made.body.image_id],
  );
  return made.body.image_id;
}

/** Publishes as the operator's change does. packages/core has it (installation/offers.ts). */
const publish = (id: string, at: string | null) =>
  api.database.pool.query("UPDATE vm_image SET published_at = $2 WHERE image_id = $1", [id, at]);

/** Nothing of the image is there for a tenant. */
async function expectHidden(id: string, by: Tenant): Promise<void> {
  const body = { shared_with: [by.organizationId] };
  for (const [method, sent] of [
    ["GET"],
    ["PATCH", { body }],
    ["PATCH", { body: { name: "theirs" } }],
    ["DELETE"],
  ] as const)
    expectError(await api.request(method, `${IMAGES}/${id}`, { ...as(by), ...sent }), 404, "not_found");
  for (const owner of ["shared", "published", "workspace"])
    expect(await idsOf(`owner=${owner}`, as(by))).not.toContain(id);
  const refused = await create(by, { name: "stolen", template_id: id });
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field: "template_id" }]);
  // An id that nobody has is answered in the same words.
  const absent = await create(by, { name: "stolen", template_id: `img_${"0".repeat(26)}` });
  expect({ ...refused.body, request_id: null }).toEqual({ ...absent.body, request_id: null });
}

test("an organization sees and uses what is shared with it, and nobody else does", async () => {
  const id = await available("shared");
  expect((await share(id, [friend.organizationId, friend.organizationId])).body).toMatchObject({
    ...{ owner: "workspace", owner_name: null, shared_with: [friend.organizationId] },
  });
  const own = (await api.request("GET", `${IMAGES}/${id}`)).body;
  const seen = (await api.request("GET", `${IMAGES}/${id}`, as(friend))).body;
  expect(seen).toEqual({
    ...own,
    ...{ owner: "shared", owner_name: "Test", size_bytes: null, source: null, shared_with: [] },
  });
  expect((await api.request("GET", `${IMAGES}?owner=shared`, as(friend))).body).toEqual([seen]);
  expect(await names("owner=shared", { token: friend.token, workspaceId: friend.otherWorkspaceId })).toEqual([
    "shared",
  ]);
  expect(await names("owner=published", as(friend))).toEqual([]);
  // The owner's organization is not among those that it is shared with.
  expect(await names("owner=shared", { workspaceId: api.tenant.otherWorkspaceId })).toEqual([]);
  await expectHidden(id, stranger);
  const quotas = "SELECT quota_used($1, 'images') AS used";
  expect((await api.database.pool.query(quotas, [friend.workspaceId])).rows).toEqual([{ used: "0" }]);

  // Who may use it changes nothing of it.
  for (const [method, body] of [["PATCH", { name: "theirs" }], ["DELETE"]] as const)
    expectError(
      await api.request(method, `${IMAGES}/${id}`, { ...as(friend), ...(body && { body }) }),
      404,
      "not_found",
    );
  expectError(await share(id, [stranger.organizationId], as(friend)), 404, "not_found");

  const vm = await create(friend, { name: "from shared", template_id: id });
  expect(vm.status, vm.text).toBe(202);
  await settle(api, vm.body.vm_id, vm.body.operation_id, "running");
  const rebuild = { ...as(friend), body: { template_id: id } };
  const rebuilt = await api.request("POST", `/compute/cloud-vms/${vm.body.vm_id}/rebuild`, rebuild);
  expect(rebuilt.status, rebuilt.text).toBe(202);
  await settle(api, vm.body.vm_id, rebuilt.body.operation_id, "running");

  expect((await share(id, [])).body).toMatchObject({ shared_with: [] });
  await expectHidden(id, friend);
  const path = `/compute/cloud-vms/${vm.body.vm_id}`;
  expect((await api.request("GET", path, as(friend))).body).toMatchObject({ status: "running", template_id: id });
  for (const body of [{ template_id: id }, {}])
    expectError(await api.request("POST", `${path}/rebuild`, { ...as(friend), body }), 400, "invalid_request");
  // The VM is theirs, and so is what they make of it.
  const image = await api.request("POST", IMAGES, { ...as(friend), body: { name: "own now", vm_id: vm.body.vm_id } });
  expect(image.status, image.text).toBe(202);
});

test("an organization that does not exist is refused, and nothing has changed", async () => {
  const id = await available("refused");
  await share(id, [friend.organizationId]);
  for (const shared_with of [["org_none"], [friend.organizationId, ` ${stranger.organizationId}`], ["ORG"]]) {
    const refused = await share(id, shared_with);
    expectError(refused, 400, "invalid_request");
    expect(refused.body.errors).toMatchObject([{ field: "shared_with" }]);
  }
  expect((await api.request("GET", `${IMAGES}/${id}`)).body).toMatchObject({ shared_with: [friend.organizationId] });
  expectError(
    await share(
      id,
      Array.from({ length: 101 }, (_, n) => `org_${n}`),
    ),
    400,
    "invalid_request",
  );
  expectError(await share("debian-13", [friend.organizationId]), 404, "not_found");
});

test("every organization sees a published image with its owner's name, until it is published no longer", async () => {
  const id = await available("published");
  await expectHidden(id, stranger);
  await publish(id, "2027-01-01T00:00:00Z");
  const published = { owner: "published", owner_name: "Test", published_at: "2027-01-01T00:00:00.000Z" };
  expect((await api.request("GET", `${IMAGES}/${id}`, as(stranger))).body).toMatchObject({
    ...published,
    source: null,
  });
  expect(await names("owner=published", as(stranger))).toEqual(["published"]);
  const vm = await create(stranger, { name: "from published", template_id: id });
  expect(vm.status, vm.text).toBe(202);
  expectError(await api.request("DELETE", `${IMAGES}/${id}`, as(stranger)), 404, "not_found");
  await publish(id, null);
  await expectHidden(id, stranger);
});

test("row-level security hides images and shares of others from changes", async () => {
  const id = await available("guarded");
  await share(id, [friend.organizationId]);
  const client = await api.database.pool.connect();
  const seen = async (workspaceId: string) => {
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE fulmar_workspace");
    await client.query("SELECT set_config('fulmar.workspace_id', $1, true)", [workspaceId]);
    const text = `SELECT (SELECT count(*)::int FROM image WHERE template_id = $1) AS image,
                         (SELECT count(*)::int FROM vm_image WHERE image_id = $1) AS record,
                         (SELECT count(*)::int FROM image_share WHERE image_id = $1) AS shares`;
    const [row] = (await client.query(text, [id])).rows;
    const added = await client
      .query("INSERT INTO image_share (workspace_id, image_id, organization_id) VALUES ($1, $2, $3)", [
        ...[api.tenant.workspaceId, id, stranger.organizationId],
      ])
      .then(
        () => "added",
        ({ code }) => code,
      );
    await client.query("ROLLBACK");
    return { ...row, added };
  };
  // 42501: row-level security refuses the row.
  const refused = { record: 0, shares: 0, added: "42501" };
  expect(await seen(api.tenant.workspaceId)).toEqual({ image: 1, record: 1, shares: 1, added: "added" });
  expect(await seen(friend.workspaceId)).toEqual({ ...refused, image: 1 });
  expect(await seen(stranger.workspaceId)).toEqual({ ...refused, image: 0 });
  client.release();
});

test("a deletion takes it from everybody at once", async () => {
  const id = await available("gone");
  await share(id, [friend.organizationId]);
  await publish(id, "2027-01-01T00:00:00Z");
  expect((await api.request("DELETE", `${IMAGES}/${id}`)).status).toBe(200);
  await expectHidden(id, friend);
  await expectHidden(id, stranger);
});

test("pages of a list with images of others lose and repeat nothing", async () => {
  const reader = await api.createTenant();
  for (const name of ["page a", "page b", "page c"]) {
    const id = await available(name);
    if (name === "page b") await publish(id, "2027-01-01T00:00:00Z");
    else await share(id, [reader.organizationId]);
  }
  await available("page d", reader);
  const all = (await api.request("GET", IMAGES, as(reader))).body;
  expect(all.slice(-4).map(({ name }: { name: string }) => name)).toEqual(["page c", "page b", "page a", "page d"]);
  for (const limit of [1, 2, 3]) {
    const seen: unknown[] = [];
    for (let page = await api.request("GET", `${IMAGES}?limit=${limit}`, as(reader)); ; ) {
      seen.push(...page.body);
      const cursor = nextCursor(page);
      if (cursor === "") break;
      page = await api.request("GET", `${IMAGES}?limit=${limit}&cursor=${cursor}`, as(reader));
    }
    expect(seen).toEqual(all);
  }
});

test("a deprecated image keeps its date and its note, and plans of creates warn of it", async () => {
  const id = await available("old");
  const patch = (body: object) => api.request("PATCH", `${IMAGES}/${id}`, { body });
  const none = { deprecated: false, deprecated_at: null, deprecation_note: null };
  expectError(await patch({ deprecation_note: "Use new" }), 400, "invalid_request");
  expectError(await patch({ deprecated: false, deprecation_note: "Use new" }), 400, "invalid_request");
  const first = (await patch({ deprecated: true })).body;
  expect(first).toMatchObject({ deprecated: true, deprecated_at: timestamp, deprecation_note: null });
  const noted = (await patch({ deprecation_note: "Use new" })).body;
  expect(noted).toMatchObject({ deprecated_at: first.deprecated_at, deprecation_note: "Use new" });
  await share(id, [friend.organizationId]);
  for (const by of [api.tenant, friend]) {
    const plan = await api.request("POST", "/compute/cloud-vms", {
      query: { dry_run: "true" },
      ...as(by),
      body: { ...cloudBody, name: "warned", template_id: id },
    });
    expect(plan.body, plan.text).toMatchObject({ would_answer: 202 });
    expect(plan.body.warnings[0]).toBe("The image old is deprecated: Use new");
  }
  expect((await patch({ deprecated: false })).body).toMatchObject(none);
  await makeVm(api, { name: "unwarned", template_id: id });
});
