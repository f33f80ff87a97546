import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi, type Tenant } from "../api-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
let tenant: Tenant;
const rotate = (body: object = {}) => api.request("POST", "/cdn/signing-keys/rotate", { ...tenant, body });
const list = (query: Record<string, string> = {}) => api.request("GET", "/cdn/signing-keys", { ...tenant, query });

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("/cdn/signing-keys", () => {
  test("200: no keys at first; 201: rotate creates the current key", async () => {
    tenant = await api.createTenant();
    expect((await list()).body).toEqual([]);
    const { status, body } = await rotate();
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        key_id: expect.stringMatching(/^key_/),
        status: "current",
        created_at: expect.stringMatching(TIMESTAMP),
        retired_at: null,
        valid_until: null,
      },
    });
    expect((await list()).body).toEqual([body]);
  });

  test("200: newest first, in pages; a retired key says until when its URLs are valid", async () => {
    tenant = await api.createTenant();
    const made = [];
    for (let count = 0; count < 3; count++) made.unshift((await rotate()).body.key_id);
    const { body } = await list();
    expect(body.map(({ key_id }: { key_id: string }) => key_id)).toEqual(made);
    const [, retired] = body;
    expect(retired).toMatchObject({ status: "retired", retired_at: expect.stringMatching(TIMESTAMP) });
    expect(Date.parse(retired.valid_until) - Date.parse(retired.retired_at)).toBe((7 * 24 + 1) * 3_600_000);
    const first = await list({ limit: "2" });
    expect((await list({ limit: "2", cursor: nextCursor(first) })).body).toEqual([body[2]]);
  });

  test("409 too_many_signing_keys after 20 rotations; revoke_previous deletes the earlier keys", async () => {
    tenant = await api.createTenant();
    for (let count = 0; count < 20; count++) expect((await rotate()).status).toBe(201);
    expect(await rotate()).toMatchObject({ status: 409, body: { code: "too_many_signing_keys" } });
    expect((await list()).body[0]).toMatchObject({ status: "current" });
    const { status, body } = await rotate({ revoke_previous: true });
    expect(status).toBe(201);
    expect((await list()).body).toEqual([body]);
  });

  test("revoking keys in one workspace leaves the keys of another", async () => {
    tenant = await api.createTenant();
    const { body } = await rotate();
    await api.request("POST", "/cdn/signing-keys/rotate", {
      ...tenant,
      workspaceId: tenant.otherWorkspaceId,
      body: { revoke_previous: true },
    });
    expect((await list()).body).toEqual([body]);
  });
});
