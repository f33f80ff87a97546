// Classes of quotas, and requests for more.
import { randomUUID } from "node:crypto";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const quotaExamples = {
  "operatorQuotaClass.list": () => ({}),
  "operatorQuotaClass.get": () => ({ class_id: "standard" }),
  "operatorQuotaClass.create": () => ({
    ...{ class_id: `class-${randomUUID().slice(0, 8)}`, name: `Class ${randomUUID()}` },
    limits: { cpus: 1000, gpu_vms: null },
  }),
  "operatorQuotaClass.setLimits": async (fixture) => ({ class_id: await madeClass(fixture), limits: { cpus: 500 } }),
  "operatorQuotaClass.setDefault": async (fixture) => ({ class_id: await madeClass(fixture) }),
  "operatorQuotaClass.remove": async (fixture) => ({ class_id: await madeClass(fixture) }),
  "operatorOrganization.setQuotaClass": async (fixture) => ({
    organization_id: await fixture.organization(),
    class_id: await madeClass(fixture),
    reason: "A year of paid invoices.",
  }),
  "operatorQuotaRequest.list": () => ({ status: "open", limit: 5 }),
  "operatorQuotaRequest.get": async (fixture) => ({ quota_request_id: await madeQuotaRequest(fixture) }),
  "operatorQuotaRequest.grant": async (fixture) => ({
    ...{ quota_request_id: await madeQuotaRequest(fixture), granted: 300, reason: "More from June on." },
  }),
  "operatorQuotaRequest.refuse": async (fixture) => ({
    quota_request_id: await madeQuotaRequest(fixture),
    reason: "Please pay the invoice of May first.",
  }),
} satisfies OperatorExamples;

async function madeClass(fixture: OperatorFixture): Promise<string> {
  const example = quotaExamples["operatorQuotaClass.create"]();
  return String((await fixture.made("operatorQuotaClass.create", example)).class_id);
}

/** A tenant's open request. */
async function madeQuotaRequest({ api }: OperatorFixture): Promise<string> {
  const { token, workspaceId } = await api.createTenant();
  const body = { resource: "cpus", wanted: 400, reason: "The launch in May." };
  return (await api.request("POST", "/billing/quota-requests", { token, workspaceId, body })).body.quota_request_id;
}
