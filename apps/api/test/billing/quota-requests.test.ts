// A member asks for a higher quota, an operator decides, and both see it (docs/adr/0123).
import { createOrganization } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "../installation/operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const PATH = "/billing/quota-requests";

function as({ token, workspaceId }: Tenant) {
  const who = { token, workspaceId };
  return {
    ask: (body: object = {}) =>
      api.request("POST", PATH, {
        ...who,
        body: { resource: "cpus", wanted: 400, reason: " The launch in May. ", ...body },
      }),
    get: (id: string) => api.request("GET", `${PATH}/${id}`, who),
    list: (query = "") => api.request("GET", `${PATH}${query}`, who),
    withdraw: (id: string) => api.request("POST", `${PATH}/${id}/withdraw`, who),
    limit: async (resource: string) =>
      (await api.request("GET", "/billing/quotas", who)).body.find(
        (one: { resource: string }) => one.resource === resource,
      ).limit,
  };
}

async function asked(body: object = {}) {
  const tenant = await api.createTenant();
  return { tenant, of: as(tenant), id: (await as(tenant).ask(body)).body.quota_request_id as string };
}

test("201: a request with its reason; the workspace has one that is open for each quota", async () => {
  const tenant = await api.createTenant();
  const { status, body } = await as(tenant).ask();
  expect(status).toBe(201);
  expect(body).toEqual({
    ...{ quota_request_id: expect.stringMatching(/^qrq_/), workspace_id: tenant.workspaceId, resource: "cpus" },
    ...{ wanted: 400, reason: "The launch in May.", status: "open", granted: null, answer: null },
    ...{ requester_name: expect.any(String), created_at: expect.any(String), decided_at: null },
  });
  expect((await as(tenant).get(body.quota_request_id)).body).toEqual(body);
  expectError(await as(tenant).ask({ wanted: 500 }), 409, "quota_request_open");
  expect((await as(tenant).ask({ resource: "volumes" })).status).toBe(201);
  expect((await as(tenant).withdraw(body.quota_request_id)).body).toMatchObject({ status: "withdrawn" });
  expectError(await as(tenant).withdraw(body.quota_request_id), 409, "quota_request_decided");
  expect((await as(tenant).ask({ wanted: 500 })).status).toBe(201);
  const open = (await as(tenant).list("?status=open")).body;
  expect(open.map(({ resource, wanted }: { resource: string; wanted: number }) => [resource, wanted])).toEqual([
    ["cpus", 500],
    ["volumes", 400],
  ]);
});

test.each([
  ["wanted", { wanted: 0 }],
  ["wanted", { wanted: 1.5 }],
  ["reason", { reason: " " }],
  ["resource", { resource: "yachts" }],
])("400: %s of %j", async (field, change) => {
  const response = await as(await api.createTenant()).ask(change);
  expectError(response, 400, "invalid_request");
  expect(response.body.errors[0].field).toBe(field);
});

test("an operator grants a part: the quota holds at once, and both trails and a mail say so", async () => {
  const { tenant, of, id } = await asked();
  const before = await fixture.made("operatorOverview.get", {});
  expect(await fixture.made("operatorQuotaRequest.get", { quota_request_id: id })).toMatchObject({
    ...{ organization_id: tenant.organizationId, workspace_id: tenant.workspaceId, wanted: 400, used: 0 },
  });
  const grant = { quota_request_id: id, granted: 300, reason: "More from June on." };
  expect(await fixture.made("operatorQuotaRequest.grant", grant)).toMatchObject({ status: "granted", limit: 300 });
  expect(await of.limit("cpus")).toBe(300);
  expect((await of.get(id)).body).toMatchObject({ status: "granted", granted: 300, answer: "More from June on." });
  expect((await fixture.made("operatorOverview.get", {})).open_quota_requests).toBe(
    Number(before.open_quota_requests) - 1,
  );
  const { prisma } = api.database;
  const trail = await prisma.auditEvent.findMany({ where: { resource_id: id }, orderBy: { at: "asc" } });
  expect(trail.map(({ action, actor_type, detail }) => [action, actor_type, detail])).toEqual([
    ["quotaRequest.create", "token", null],
    ["quota_request.grant", "operator", "cpus 300"],
  ]);
  expect(await prisma.operatorEvent.findMany({ where: { resource_id: id } })).toMatchObject([
    { action: "operatorQuotaRequest.grant", reason: "More from June on.", organization_id: tenant.organizationId },
  ]);
  expectError(
    await fixture.send("operatorQuotaRequest.refuse", { quota_request_id: id, reason: "Late" }),
    409,
    "quota_request_decided",
  );
});

test("who asked in the console gets a mail with the refusal's reason", async () => {
  const { tenant } = fixture;
  const { value } = await tenant.call(
    "quotaRequest.create",
    { workspace_id: tenant.workspace.workspace_id, resource: "gpu_vms", wanted: 64, reason: "Training" },
    { credentials: fixture.as(tenant.people.owner) },
  );
  const quota_request_id = String(value?.quota_request_id);
  await fixture.made("operatorQuotaRequest.refuse", { quota_request_id, reason: "Please pay first." });
  const mails = await api.database.prisma.mail.findMany({ where: { letter: "quota_decided" } });
  expect(mails.map(({ details }) => details)).toContainEqual(
    expect.objectContaining({ resource: "gpu_vms", wanted: 64, granted: null, answer: "Please pay first." }),
  );
});

test("of a grant, a refusal and a withdrawal at once exactly one wins", async () => {
  for (let round = 0; round < 5; round++) {
    const { of, id } = await asked();
    const answers = await Promise.all([
      fixture.send("operatorQuotaRequest.grant", { quota_request_id: id }),
      of.withdraw(id),
      fixture.send("operatorQuotaRequest.refuse", { quota_request_id: id, reason: "No" }),
      fixture.send("operatorQuotaRequest.grant", { quota_request_id: id, granted: 1 }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status !== 200)) expectError(lost, 409, "quota_request_decided");
    const { status, granted } = (await of.get(id)).body;
    expect(await of.limit("cpus")).toBe(status === "granted" ? granted : null);
  }
});

async function organization() {
  const made = await createOrganization(api.database, { name: "Engines" });
  return { organization_id: made.organizationId, workspace_id: BigInt(made.workspaceIds[0] ?? 0) };
}

test("an organization has the quotas of its class, and a workspace keeps its own", async () => {
  const limits = { cpus: 10, volumes: 5 };
  await fixture.made("operatorQuotaClass.create", { class_id: "trusted", name: "Trusted", limits });
  const { organization_id, workspace_id } = await organization();
  const quotas = async () =>
    Object.fromEntries(
      (await api.database.prisma.quota.findMany({ where: { workspace_id }, orderBy: { resource: "asc" } })).map(
        ({ resource, limit }) => [resource, limit],
      ),
    );
  const standard = await quotas();
  expect(standard).toMatchObject({ cpus: 200, volumes: 200, buckets: 100 });
  await api.database.pool.query(
    `UPDATE quota SET "limit" = 77, from_class = false WHERE workspace_id = $1 AND resource = 'volumes'`,
    [workspace_id],
  );
  const set = { organization_id, class_id: "trusted", reason: "A year of paid invoices." };
  expectError(await fixture.send("operatorQuotaClass.remove", { class_id: "standard" }), 409, "conflict");
  expectError(
    await fixture.send("operatorOrganization.setQuotaClass", { ...set, class_id: "unknown" }),
    400,
    "invalid_request",
  );
  await fixture.made("operatorOrganization.setQuotaClass", set);
  expect(await quotas()).toEqual({ cpus: 10, volumes: 77 });
  expect(await fixture.made("operatorOrganization.get", { organization_id })).toMatchObject({
    quota_class_id: "trusted",
  });
  await fixture.made("operatorQuotaClass.setLimits", {
    ...{ class_id: "trusted", limits: { cpus: 20, volumes: 6, buckets: 1 } },
  });
  expect(await quotas()).toEqual({ buckets: 1, cpus: 20, volumes: 77 });
  expectError(await fixture.send("operatorQuotaClass.remove", { class_id: "trusted" }), 409, "conflict");
  const made = await organization();
  await fixture.made("operatorQuotaClass.setDefault", { class_id: "trusted" });
  const later = await organization();
  const classOf = async (id: string) =>
    (await fixture.made("operatorOrganization.get", { organization_id: id })).quota_class_id;
  expect([await classOf(made.organization_id), await classOf(later.organization_id)]).toEqual(["standard", "trusted"]);
  await fixture.made("operatorQuotaClass.setDefault", { class_id: "standard" });
});
