import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { cdnOf } from "./cdn-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
const { newName, bucket, create, patch, ofBucket: distribution, activeOfBucket: active } = cdnOf(() => api);

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("POST /cdn/distributions", () => {
  test("201: the whole record with its defaults", async () => {
    const [name, origin_id] = [newName(), await bucket()];
    const { status, body } = await create({ name, origin_id });
    expect(status).toBe(201);
    const domain = `${String(body.id).replace("cdn_", "")}.cdn.fulmar.example`;
    expect(body).toEqual({
      id: expect.stringMatching(/^cdn_/),
      name,
      origin_id,
      origin_type: "bucket",
      default_domain: domain,
      default_url: `https://${domain}`,
      cache_policy: "static-assets",
      enabled: true,
      status: "deploying",
      custom_domains: [],
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: null,
    });
  });

  test.each(["static-assets", "media", "short", "no-cache"])(
    "201: a custom origin with the cache policy %s",
    async (cache_policy) => {
      const { status, body } = await create({
        name: newName(),
        origin_id: "https://origin.example.com/files",
        origin_type: "custom",
        cache_policy,
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        origin_id: "https://origin.example.com/files",
        origin_type: "custom",
        cache_policy,
      });
    },
  );

  test.each([
    ["name", { name: undefined }],
    ["name", { name: "a/b" }],
    ["origin_id", { origin_id: undefined }],
    ["origin_type", { origin_type: "s3" }],
    ["cache_policy", { cache_policy: "forever" }],
    ["enabled", { enabled: false }],
    ["origin_id", { origin_type: "custom", origin_id: "http://origin.example.com" }],
    ["origin_id", { origin_type: "custom", origin_id: "https://169.254.169.254/latest/meta-data" }],
    ["origin_id", { origin_type: "custom", origin_id: "https://localhost" }],
    ["origin_id", { origin_type: "custom", origin_id: "a-bucket" }],
  ])("400 names %s for %j", async (field, body) => {
    const refused = await create({
      name: newName(),
      origin_id: "https://origin.example.com",
      origin_type: "custom",
      ...body,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field });
  });

  test("400 for the bucket of another workspace, worded as for an absent bucket", async () => {
    const foreign = await bucket({}, { ...api.tenant, workspaceId: api.tenant.otherWorkspaceId });
    const refusals = await Promise.all(
      [foreign, "never-was"].map((origin_id) => create({ name: newName(), origin_id })),
    );
    expect(refusals.map((refused) => refused.status)).toEqual([400, 400]);
    expect(refusals[0]?.body.detail).toBe(refusals[1]?.body.detail);
  });

  test("409 name_taken for a name that another distribution has", async () => {
    const { name } = await distribution();
    expect(await create({ name, origin_id: await bucket() })).toMatchObject({
      status: 409,
      body: { code: "name_taken" },
    });
  });

  test("402 without funds, and nothing is created", async () => {
    const poor = await api.createTenant();
    const origin_id = await bucket({}, poor);
    await setWallet(api.database, { organizationId: poor.organizationId, balance: "0", creditLimit: "0" });
    expect((await create({ name: newName(), origin_id }, poor)).status).toBe(402);
    expect((await api.request("GET", "/cdn/distributions", poor)).body).toEqual([]);
  });
});

describe("GET /cdn/distributions", () => {
  test("200: newest first, with filters and pages; GET by id returns the listed record", async () => {
    const tenant = await api.createTenant();
    const made = [];
    for (const name of ["one", "two", "three"])
      made.unshift((await create({ name, origin_id: await bucket({}, tenant) }, tenant)).body);
    await api.database.pool.query("UPDATE cdn_distribution SET status = 'active' WHERE distribution_id = $1", [
      made[1].id,
    ]);
    made[1] = (
      await api.request("PATCH", `/cdn/distributions/${made[1].id}`, { ...tenant, body: { enabled: false } })
    ).body;
    const list = async (query: Record<string, string>) =>
      (await api.request("GET", "/cdn/distributions", { ...tenant, query })).body;
    expect(await list({})).toEqual(made);
    expect(await list({ status: "disabled" })).toEqual([made[1]]);
    expect(await list({ status: "deleted" })).toEqual([]);
    expect(await list({ name: "three" })).toEqual([made[0]]);

    const first = await api.request("GET", "/cdn/distributions", { ...tenant, query: { limit: "2" } });
    const cursor = nextCursor(first);
    expect(await list({ limit: "2", cursor })).toEqual([made[2]]);
    expect((await api.request("GET", `/cdn/distributions/${made[0].id}`, tenant)).body).toEqual(made[0]);
  });
});

describe("PATCH /cdn/distributions/{distribution_id}", () => {
  test("200: an empty body or unchanged values change nothing", async () => {
    const before = await distribution();
    expect(await patch(before.id, {})).toMatchObject({ status: 200, body: before });
    expect((await api.request("PATCH", `/cdn/distributions/${before.id}`)).body).toEqual(before);
    expect(
      (await patch(before.id, { name: before.name, cache_policy: before.cache_policy, enabled: true })).body,
    ).toEqual(before);
  });

  test("200: changes name and cache policy, disables and enables", async () => {
    const before = await active();
    const name = newName();
    const disabled = await patch(before.id, { name, cache_policy: "no-cache", enabled: false });
    expect(disabled.body).toEqual({
      ...before,
      name,
      cache_policy: "no-cache",
      enabled: false,
      status: "disabled",
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    expect((await patch(before.id, { enabled: true })).body).toMatchObject({
      name,
      cache_policy: "no-cache",
      enabled: true,
      status: "active",
    });
  });

  test("400 name_taken, because the specification has no 409 for this operation", async () => {
    const [one, two] = [await distribution(), await distribution()];
    expect(await patch(two.id, { name: one.name })).toMatchObject({
      status: 400,
      body: { code: "name_taken", errors: [{ field: "name" }] },
    });
  });

  test.each([{ enabled: "true" }, { cache_policy: "forever" }, { name: "" }, { origin_id: "x" }, { name: null }])(
    "400: %j",
    async (body) => {
      expect((await patch((await distribution()).id, body)).status).toBe(400);
    },
  );

  test("404 for an absent distribution", async () => {
    expect((await patch("cdn_absent", { enabled: false })).status).toBe(404);
  });
});

describe("DELETE /cdn/distributions/{distribution_id}", () => {
  test("200, then 404 for the distribution; its name and domain can be used again", async () => {
    const { id, name } = await distribution();
    const domain = `${newName()}.example.com`;
    await api.request("POST", `/cdn/distributions/${id}/custom-domains`, { body: { domain } });
    expect(await api.request("DELETE", `/cdn/distributions/${id}`)).toMatchObject({
      status: 200,
      body: { status: "deleted", id },
    });
    expect((await api.request("DELETE", `/cdn/distributions/${id}`)).status).toBe(404);
    expect((await api.request("GET", `/cdn/distributions/${id}`)).status).toBe(404);
    expect((await api.request("GET", `/cdn/distributions/${id}/custom-domains`)).status).toBe(404);
    const again = await distribution({ name });
    expect(
      (await api.request("POST", `/cdn/distributions/${again.id}/custom-domains`, { body: { domain } })).status,
    ).toBe(201);
  });
});

describe("GET /cdn/distributions/{distribution_id}/deployment", () => {
  test("200: a pending deployment, and the error of a failed one", async () => {
    const { id } = await distribution();
    const deployment = () => api.request("GET", `/cdn/distributions/${id}/deployment`);
    expect((await deployment()).body).toEqual({
      distribution_id: id,
      status: "deploying",
      pending_changes: true,
      deployed_at: null,
      failed_attempts: 0,
      next_attempt_at: expect.stringMatching(TIMESTAMP),
      error_code: null,
      error_message: null,
    });
    await api.database.pool.query(
      `UPDATE cdn_distribution SET status = 'failed', deploy_at = NULL, error_code = 'edge_refused',
         error_message = 'No.' WHERE distribution_id = $1`,
      [id],
    );
    expect((await deployment()).body).toMatchObject({
      status: "failed",
      next_attempt_at: null,
      error_code: "edge_refused",
      error_message: "No.",
    });
  });
});
