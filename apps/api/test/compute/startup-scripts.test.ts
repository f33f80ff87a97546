import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

const TEXT = "#!/bin/sh\necho 'grüße' > /root/hello\n";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const add = (name: string, content: string) =>
  api.request("POST", "/compute/startup-scripts", { body: { name, content } });
const create = (body: object) =>
  api.request("POST", "/compute/cloud-vms", { body: { plan_id: "plan-small", template_id: "debian-13", ...body } });

test("a script is added, read, renamed and deleted, and stored sealed", async () => {
  const added = await add("hello", TEXT);
  expect(added.status).toBe(201);
  const record = {
    startup_script_id: expect.stringMatching(/^script_/),
    name: "hello",
    size_bytes: Buffer.byteLength(TEXT),
    sha256: createHash("sha256").update(TEXT).digest("hex"),
    created_at: expect.any(String),
  };
  expect(added.body).toEqual(record);
  const path = `/compute/startup-scripts/${added.body.startup_script_id}`;
  expect((await api.request("GET", path)).body).toEqual(record);
  expect((await api.request("GET", `${path}/content`)).body).toEqual({ content: TEXT });
  const [{ sealed_content }] = (await api.database.pool.query("SELECT sealed_content FROM startup_script")).rows;
  expect(sealed_content.toString("latin1")).not.toContain("echo");
  expectError(await add("hello", "#!/bin/sh"), 409, "name_taken");
  expect((await api.request("PATCH", path, { body: { name: "hi" } })).body).toEqual({ ...record, name: "hi" });
  expect((await api.request("GET", "/compute/startup-scripts?name=hi")).body).toHaveLength(1);
  expect((await api.request("DELETE", path)).body).toEqual({ status: "deleted", id: added.body.startup_script_id });
  expectError(await api.request("GET", `${path}/content`), 404, "not_found");
});

test("a token that may only read VMs reads no text of a script", async () => {
  const { body } = await add("kept-secret", TEXT);
  const token = await api.createToken(api.tenant, { scopes: ["vm.read"] });
  const path = `/compute/startup-scripts/${body.startup_script_id}`;
  expect((await api.request("GET", path, { token })).status).toBe(200);
  expectError(await api.request("GET", `${path}/content`, { token }), 403, "scope_missing");
});

test("400 with user data beside a script, 404 for a script of another workspace, and no VM is created", async () => {
  const { startup_script_id } = (await add("alone", TEXT)).body;
  const both = await create({ name: "both", startup_script_id, user_data: TEXT });
  expectError(both, 400, "invalid_request");
  expect(both.body.errors).toEqual([{ field: "startup_script_id", message: "excludes user_data" }]);
  const { token, workspaceId } = await api.createTenant();
  const body = { name: "foreign", plan_id: "plan-small", template_id: "debian-13", startup_script_id };
  expectError(await api.request("POST", "/compute/cloud-vms", { token, workspaceId, body }), 404, "not_found");
  expect(await api.database.prisma.vm.count({ where: { name: { in: ["both", "foreign"] } } })).toBe(0);
});
