import { ALL_SCOPES } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const KEYS = "/object-storage/access-keys";

let api: Api;
let names = 0;
const newName = () => `key-${++names}`;
const as = ({ token, workspaceId }: Tenant) => ({ token, workspaceId });
const create = (body: object, tenant = api.tenant) =>
  api.request("POST", KEYS, { body: { name: newName(), permission: "read", ...body }, ...as(tenant) });
const get = (id: string, tenant = api.tenant) => api.request("GET", `${KEYS}/${id}`, as(tenant));
async function bucket(tenant = api.tenant): Promise<string> {
  const name = `bucket-${++names}`;
  const { status } = await api.request("POST", "/object-storage/buckets", {
    body: { name, region: "eu-central-1" },
    ...as(tenant),
  });
  expect(status).toBe(201);
  return name;
}

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("POST /object-storage/access-keys", () => {
  test("201: a key for all buckets; only this answer has the secret", async () => {
    const name = newName();
    const { status, body } = await create({ name, permission: "read_write" });
    expect(status).toBe(201);
    const record = {
      access_key_id: expect.stringMatching(/^FK[A-Z2-7]{18}$/),
      name,
      permission: "read_write",
      bypass_governance: false,
      bucket_names: null,
      expires_at: null,
      allowed_ip_ranges: [],
      last_used_at: null,
      created_by: { type: "token", id: expect.stringMatching(/^tok_/), name: "test" },
      created_at: expect.stringMatching(TIMESTAMP),
    };
    expect(body).toEqual({ ...record, secret_access_key: expect.stringMatching(/^[A-Za-z0-9_-]{40}$/) });
    const { secret_access_key: _, ...shown } = body;
    expect((await get(body.access_key_id)).body).toEqual(shown);
    expect((await api.request("GET", KEYS, { query: { name } })).body).toEqual([shown]);
  });

  const inOrder = (one: string, two: string) => (one < two ? [one, two] : [two, one]);

  test("201: a key for some buckets with an expiry", async () => {
    const [one, two] = [await bucket(), await bucket()];
    const { status, body } = await create({ bucket_names: [two, one], expires_at: "2099-12-31T23:59:59+01:00" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      permission: "read",
      bucket_names: inOrder(one, two),
      expires_at: "2099-12-31T22:59:59.000Z",
    });
    expect((await get(body.access_key_id)).body).toMatchObject({
      bucket_names: inOrder(one, two),
      expires_at: body.expires_at,
    });
  });

  test("201: expires_at with the widest UTC offset", async () => {
    const { status, body } = await create({ expires_at: "2099-12-31T23:59:59+23:59" });
    expect(status).toBe(201);
    expect(body.expires_at).toBe("2099-12-31T00:00:59.000Z");
  });

  test("201: ids and secrets of 30 keys are all different", async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => create({})));
    for (const field of ["access_key_id", "secret_access_key"])
      expect(new Set(made.map(({ body }) => body[field])).size).toBe(30);
  });

  test("secrets are stored encrypted, each to another value", async () => {
    const made = 20;
    for (let nth = 0; nth < made; nth++) expect((await create({})).status).toBe(201);
    const { rows } = await api.database.pool.query<{ lengths: number[]; found: number; all: number }>(
      `SELECT array_agg(DISTINCT length(sealed_secret)) AS lengths, count(DISTINCT sealed_secret)::int AS found,
              count(*)::int AS "all" FROM access_key`,
    );
    expect(rows[0]?.lengths).toEqual([12 + 16 + 40]);
    expect(rows[0]?.all).toBeGreaterThanOrEqual(made);
    expect(rows[0]?.found).toBe(rows[0]?.all);
  });

  test.each([
    [{ name: "a/b" }, "name"],
    [{ permission: "delete" }, "permission"],
    [{ permission: "read", bypass_governance: true }, "bypass_governance"],
    [{ permission: undefined }, "permission"],
    [{ bucket_names: [] }, "bucket_names"],
    [{ bucket_names: ["same", "same"] }, "bucket_names"],
    [{ bucket_names: "bucket" }, "bucket_names"],
    [{ bucket_names: null }, "bucket_names"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ expires_at: "tomorrow" }, "expires_at"],
    [{ expires_at: "9999-12-31T23:59:59-12:00" }, "expires_at"],
    [{ secret_access_key: "mine" }, "secret_access_key"],
  ])("400 names the field: %o", async (body, field) => {
    const response = await create(body);
    expectError(response, 400, "invalid_request");
    expect(response.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });

  test.each([
    ["read", "object-storage.read"],
    ["read_write", "object-storage.read"],
    ["read_write", "object-storage.delete"],
  ] as const)("403 scope_missing: a %s key needs %s of its maker", async (permission, scope) => {
    const token = await api.createToken(api.tenant, { scopes: ALL_SCOPES.filter((each) => each !== scope) });
    const response = await api.request("POST", KEYS, { body: { name: newName(), permission }, token });
    expectError(response, 403, "scope_missing");
  });

  test("201: a token that only writes makes a key that only writes", async () => {
    const token = await api.createToken(api.tenant, { scopes: ["object-storage.write"] });
    const { status, body } = await api.request("POST", KEYS, {
      body: { name: newName(), permission: "write" },
      token,
    });
    expect([status, body.permission]).toEqual([201, "write"]);
  });

  test("409: the secret is replayed to its own caller only, and not after the key is deleted", async () => {
    const request = { body: { name: newName(), permission: "read" }, key: "shown-once" };
    const made = await api.request("POST", KEYS, request);
    expect((await api.request("POST", KEYS, request)).text).toBe(made.text);
    const token = await api.createToken(api.tenant);
    expectError(await api.request("POST", KEYS, { ...request, token }), 409, "idempotency_key_reused");
    expect((await api.request("DELETE", `${KEYS}/${made.body.access_key_id}`)).status).toBe(200);
    expectError(await api.request("POST", KEYS, request), 409, "secret_gone");
  });

  test("404 for an absent bucket or one of another workspace, and no key is created", async () => {
    const other = await api.createTenant();
    const [own, foreign] = [await bucket(), await bucket(other)];
    const name = newName();
    for (const bucket_names of [["absent"], [own, "absent"], [own, foreign]])
      expectError(await create({ name, bucket_names }), 404, "not_found");
    expect((await api.request("GET", KEYS, { query: { name } })).body).toEqual([]);
  });

  test("409 name_taken within the workspace; 201 in another workspace", async () => {
    const name = newName();
    await create({ name });
    expectError(await create({ name }), 409, "name_taken");
    expect((await create({ name }, { ...api.tenant, workspaceId: api.tenant.otherWorkspaceId })).status).toBe(201);
  });
});

test("deleting a bucket removes it from its keys, and a key whose list becomes empty stays limited to none", async () => {
  const [one, two] = [await bucket(), await bucket()];
  const { body: both } = await create({ bucket_names: [one, two] });
  const { body: single } = await create({ bucket_names: [one] });
  const { body: all } = await create({});
  const listed = async ({ access_key_id }: { access_key_id: string }) => (await get(access_key_id)).body.bucket_names;
  expect((await api.request("DELETE", `/object-storage/buckets/${one}`)).status).toBe(200);
  expect([await listed(both), await listed(single), await listed(all)]).toEqual([[two], [], null]);
  // A new bucket with the old name is a different bucket.
  await api.request("POST", "/object-storage/buckets", { body: { name: one, region: "eu-central-1" } });
  expect([await listed(both), await listed(single)]).toEqual([[two], []]);
});

test("200: DELETE removes the key and frees its name, and its buckets remain", async () => {
  const name = newName();
  const bucketName = await bucket();
  const { body } = await create({ name, bucket_names: [bucketName] });
  const { status, body: deletion } = await api.request("DELETE", `${KEYS}/${body.access_key_id}`);
  expect({ status, deletion }).toEqual({
    status: 200,
    deletion: { status: "deleted", access_key_id: body.access_key_id },
  });
  expectError(await get(body.access_key_id), 404, "not_found");
  expectError(await api.request("DELETE", `${KEYS}/${body.access_key_id}`), 404, "not_found");
  expect((await api.request("GET", `/object-storage/buckets/${bucketName}`)).status).toBe(200);
  expect((await create({ name, bucket_names: [bucketName] })).status).toBe(201);
});

test("a key created while its bucket is deleted answers 404 or has no bucket", async () => {
  const name = await bucket();
  const requests = Array.from({ length: 12 }, () => create({ bucket_names: [name] }));
  const deletion = api.request("DELETE", `/object-storage/buckets/${name}`);
  const answers = await Promise.all(requests);
  expect((await deletion).status).toBe(200);
  for (const answer of answers) {
    expect([201, 404]).toContain(answer.status);
    if (answer.status === 201) expect((await get(answer.body.access_key_id)).body.bucket_names).toEqual([]);
  }
});
