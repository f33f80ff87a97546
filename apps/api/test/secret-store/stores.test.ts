import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, nextCursor, startApi } from "../api-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
const create = (body: object, workspaceId = api.tenant.workspaceId) =>
  api.request("POST", "/secret-store/stores", { body, workspaceId });
const move = (id: string, verb: "archive" | "unarchive") => api.request("POST", `/secret-store/stores/${id}/${verb}`);

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("POST /secret-store/stores", () => {
  test("201: the whole record", async () => {
    const { status, body } = await create({ name: "Payments API", description: "Keys of the payment provider" });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^store_/),
      organization_id: api.tenant.organizationId,
      workspace_id: api.tenant.workspaceId,
      name: "Payments API",
      store_key: "payments-api",
      description: "Keys of the payment provider",
      status: "active",
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
  });

  test("201: store keys that would be equal within a workspace are numbered", async () => {
    const { otherWorkspaceId } = api.tenant;
    expect((await create({ name: "My Store" })).body).toMatchObject({ store_key: "my-store", description: "" });
    expect((await create({ name: "my.store" })).body.store_key).toBe("my-store-2");
    expect((await create({ name: "my_store" })).body.store_key).toBe("my-store-3");
    expect((await create({ name: "my-store" }, otherWorkspaceId)).body.store_key).toBe("my-store");
  });

  test("201: concurrent creates get different store keys", async () => {
    const names = ["a b c", "a.b.c", "a_b_c", "a-b-c", "A b c", "A.b.c", "A_b_c", "A-b-c"];
    const answers = await Promise.all(names.map((name) => create({ name })));
    expect(answers.map((answer) => answer.status)).toEqual(names.map(() => 201));
    expect(answers.map((answer) => answer.body.store_key).sort()).toEqual([
      "a-b-c",
      ...[2, 3, 4, 5, 6, 7, 8].map((number) => `a-b-c-${number}`),
    ]);
  });

  test("409 name_taken, also for all but one of six concurrent creates", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: "Contested" })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await create({ name: "Contested" })).body).toMatchObject({ code: "name_taken" });
  });

  test.each([
    ["name", {}],
    ["name", { name: "" }],
    ["name", { name: "a/b" }],
    ["description", { name: "x", description: null }],
    ["store_key", { name: "x", store_key: "x" }],
  ])("400 names %s for %j", async (field, body) => {
    const refused = await create(body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field });
  });
});

describe("GET /secret-store/stores", () => {
  test("200: newest first, with filters and pages; GET by id returns the listed record", async () => {
    const tenant = await api.createTenant();
    const made = [];
    for (const name of ["one", "two", "three"])
      made.unshift((await api.request("POST", "/secret-store/stores", { ...tenant, body: { name } })).body);
    const archived = await api.request("POST", `/secret-store/stores/${made[1].id}/archive`, tenant);
    made[1] = archived.body;
    const list = async (query: Record<string, string>) =>
      (await api.request("GET", "/secret-store/stores", { ...tenant, query })).body;
    expect(await list({})).toEqual(made);
    expect(await list({ status: "archived" })).toEqual([made[1]]);
    expect(await list({ name: "one" })).toEqual([made[2]]);

    const first = await api.request("GET", "/secret-store/stores", { ...tenant, query: { limit: "2" } });
    const cursor = nextCursor(first);
    expect(await list({ limit: "2", cursor })).toEqual([made[2]]);
    expect((await api.request("GET", `/secret-store/stores/${made[0].id}`, tenant)).body).toEqual(made[0]);
  });
});

describe("POST /secret-store/stores/{store_id}/archive and /unarchive", () => {
  test("200: archives and unarchives, repeatably", async () => {
    const { body: store } = await create({ name: "Seasonal" });
    const archived = await move(store.id, "archive");
    expect(archived).toMatchObject({
      status: 200,
      body: { ...store, status: "archived", updated_at: expect.stringMatching(TIMESTAMP) },
    });
    expect(await move(store.id, "archive")).toMatchObject({ status: 200, body: archived.body });
    const back = await move(store.id, "unarchive");
    expect(back).toMatchObject({ status: 200, body: { id: store.id, status: "active" } });
    expect(await move(store.id, "unarchive")).toMatchObject({ status: 200, body: back.body });
  });

  test("404 for the store of another workspace, as for an absent one", async () => {
    const { body: foreign } = await create({ name: "Foreign" }, api.tenant.otherWorkspaceId);
    for (const id of [foreign.id, "store_absent"]) {
      expect((await move(id, "archive")).status).toBe(404);
      expect((await move(id, "unarchive")).status).toBe(404);
      expect((await api.request("GET", `/secret-store/stores/${id}`)).status).toBe(404);
    }
  });
});
