import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";
import { bucketsOf } from "./object-storage-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
const { newName, create } = bucketsOf(() => api);

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("GET /object-storage/regions", () => {
  test("200: the regions for buckets", async () => {
    const { status, body } = await api.request("GET", "/object-storage/regions");
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        region: "eu-central-1",
        name: "Europe Central 1",
        endpoint_url: "http://127.0.0.1:4001",
        unsupported: [],
        created_at: expect.stringMatching(TIMESTAMP),
      },
      {
        region: "eu-west-1",
        name: "Europe West 1",
        endpoint_url: "http://127.0.0.1:4001",
        unsupported: [],
        created_at: expect.stringMatching(TIMESTAMP),
      },
    ]);
  });

  test("200: the next page continues after the first", async () => {
    const first = await api.request("GET", "/object-storage/regions", { query: { limit: "1" } });
    const second = await api.request("GET", "/object-storage/regions", {
      query: { limit: "1", cursor: nextCursor(first) },
    });
    expect([...first.body, ...second.body].map((region) => region.region)).toEqual(["eu-central-1", "eu-west-1"]);
    expect(second.headers.link).toBeUndefined();
  });
});

describe("POST /object-storage/buckets", () => {
  test("201: the whole record with its defaults and without usage", async () => {
    const name = newName();
    const { status, body } = await create({ name });
    expect(status).toBe(201);
    expect(body).toEqual({
      name,
      is_public: false,
      region: "eu-central-1",
      plan: "standard",
      status: "active",
      site_id: "site-fra-1",
      site_name: "Frankfurt 1",
      bucket_lock_enabled: false,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: null,
    });
  });

  test("201: public, with object lock, default retention and tags", async () => {
    const name = newName();
    const body = {
      name,
      region: "eu-west-1",
      is_public: true,
      object_lock_enabled: true,
      default_retention: { mode: "GOVERNANCE", days: null, years: 2 },
      tags: ["red", "blue"],
    };
    const created = await create(body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name,
      is_public: true,
      bucket_lock_enabled: true,
      region: "eu-west-1",
      site_id: "site-ams-1",
    });
    const stored = await api.database.prisma.bucket.findFirstOrThrow({ where: { name } });
    expect(stored).toMatchObject({
      tags: ["red", "blue"],
      retention_mode: "GOVERNANCE",
      retention_days: null,
      retention_years: 2,
    });
  });

  test.each([
    ["name", { name: undefined }],
    ["name", { name: "My_Bucket" }],
    ["name", { name: "10.0.0.1" }],
    ["region", { region: undefined }],
    ["region", { region: "atlantis-1" }],
    ["region", { region: "site-fra-1" }],
    ["site_id", { site_id: "site-fra-1" }],
    ["is_public", { is_public: "true" }],
    ["object_lock_enabled", { default_retention: { mode: "GOVERNANCE", days: 1 } }],
    ["object_lock_enabled", { object_lock_enabled: false, default_retention: { mode: "COMPLIANCE", years: 1 } }],
    ["default_retention", { object_lock_enabled: true, default_retention: { mode: "GOVERNANCE" } }],
    ["default_retention", { object_lock_enabled: true, default_retention: { mode: "GOVERNANCE", days: 1, years: 1 } }],
    [
      "default_retention",
      { object_lock_enabled: true, default_retention: { mode: "GOVERNANCE", days: null, years: null } },
    ],
    ["default_retention.days", { object_lock_enabled: true, default_retention: { mode: "GOVERNANCE", days: 0 } }],
    ["default_retention.mode", { object_lock_enabled: true, default_retention: { days: 1 } }],
    ["default_retention.mode", { object_lock_enabled: true, default_retention: { mode: "governance", days: 1 } }],
    ["tags.0", { tags: [""] }],
  ])("400 names %s for %j", async (field, body) => {
    const refused = await create({ name: newName(), ...body });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test("400 name_taken within the workspace; 201 in another workspace", async () => {
    const name = newName();
    expect((await create({ name })).status).toBe(201);
    const refused = await create({ name });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "name_taken", errors: [{ field: "name" }] });
    expect((await create({ name }, await api.createTenant())).status).toBe(201);
  });

  test("400 name_taken for all but one of eight concurrent creates", async () => {
    const name = newName();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array<number>(7).fill(400)]);
    expect(answers.filter((answer) => answer.status === 400).every((answer) => answer.body.code === "name_taken")).toBe(
      true,
    );
  });

  test("audit events have the bucket's name as resource_id", async () => {
    const name = newName();
    await create({ name });
    expect(
      await api.database.prisma.auditEvent.findFirst({ where: { action: "bucket.create", resource_id: name } }),
    ).toMatchObject({ result: 201 });
  });

  test("402 without funds, and nothing is created", async () => {
    const poor = await api.createTenant();
    await setWallet(api.database, { organizationId: poor.organizationId, balance: "0", creditLimit: "0" });
    const refused = await create({ name: newName() }, poor);
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({ code: "insufficient_funds", detail: expect.any(String) });
    const list = await api.request("GET", "/object-storage/buckets", poor);
    expect(list.body).toEqual([]);
  });
});

describe("GET /object-storage/buckets", () => {
  test("200: newest first, with usage, filters and pages", async () => {
    const tenant = await api.createTenant();
    const [one, two, three] = [newName(), newName(), newName()];
    await create({ name: one, tags: ["red"] }, tenant);
    await create({ name: two, tags: ["red", "blue"] }, tenant);
    await create({ name: three }, tenant);
    const { workspace_id, bucket_id } = await api.database.prisma.bucket.findFirstOrThrow({ where: { name: one } });
    // Only the sum must not be negative; a single share may be.
    const shares = [
      { slot: 0, object_count: 4, total_size: 5_000_000_100n },
      { slot: 7, object_count: -1, total_size: -100n },
    ];
    await api.database.prisma.bucketUsage.createMany({
      data: shares.map((share) => ({ workspace_id, bucket_id, ...share })),
    });
    const list = async (query: Record<string, string> = {}) =>
      (await api.request("GET", "/object-storage/buckets", { ...tenant, query })).body;

    const all = await list();
    expect(all.map((bucket: { name: string }) => bucket.name)).toEqual([three, two, one]);
    expect(all[2]).toMatchObject({ object_count: 3, total_size: 5_000_000_000 });
    expect(all[0]).toMatchObject({ object_count: 0, total_size: 0 });
    expect((await list({ tag: "red" })).map((bucket: { name: string }) => bucket.name)).toEqual([two, one]);
    expect((await list({ name: two })).map((bucket: { name: string }) => bucket.name)).toEqual([two]);

    const first = await api.request("GET", "/object-storage/buckets", { ...tenant, query: { limit: "2" } });
    const cursor = nextCursor(first);
    expect((await list({ limit: "2", cursor })).map((bucket: { name: string }) => bucket.name)).toEqual([one]);
  });
});

describe("GET /object-storage/buckets/{bucket_name}", () => {
  test("200: the record with usage", async () => {
    const name = newName();
    const created = await create({ name });
    const { status, body } = await api.request("GET", `/object-storage/buckets/${name}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...created.body, object_count: 0, total_size: 0 });
  });

  test("404 for the bucket of another workspace, byte for byte as for an absent one", async () => {
    const name = newName();
    await create({ name });
    const foreign = await api.request("GET", `/object-storage/buckets/${name}`, {
      workspaceId: api.tenant.otherWorkspaceId,
      headers: { "x-request-id": "the-same-one" },
    });
    const absent = await api.request("GET", "/object-storage/buckets/never-was", {
      workspaceId: api.tenant.otherWorkspaceId,
      headers: { "x-request-id": "the-same-one" },
    });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(absent.text);
  });
});

describe("PATCH /object-storage/buckets/{bucket_name}", () => {
  test("200: the record without usage; an unchanged value changes nothing", async () => {
    const name = newName();
    const created = await create({ name });
    const same = await api.request("PATCH", `/object-storage/buckets/${name}`, { body: { is_public: false } });
    expect(same).toMatchObject({ status: 200, body: created.body });
    const changed = await api.request("PATCH", `/object-storage/buckets/${name}`, { body: { is_public: true } });
    expect(changed.body).toEqual({ ...created.body, is_public: true, updated_at: expect.stringMatching(TIMESTAMP) });
  });

  test.each([{}, { is_public: null }, { is_public: "yes" }, { is_public: true, name: "other" }])(
    "400 for %j",
    async (body) => {
      const name = newName();
      await create({ name });
      expect((await api.request("PATCH", `/object-storage/buckets/${name}`, { body })).status).toBe(400);
    },
  );

  test("404 for an absent bucket", async () => {
    expect(
      (await api.request("PATCH", "/object-storage/buckets/never-was", { body: { is_public: true } })).status,
    ).toBe(404);
  });
});
