// What customers have: VMs, addresses, operations.
import { randomUUID } from "node:crypto";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const resourceExamples = {
  "operatorVm.get": async (fixture) => ({ vm_id: await madeVm(fixture) }),
  "operatorVm.stop": async (fixture) => ({ vm_id: await madeVm(fixture), reason: "It sends spam." }),
  "operatorVm.release": async (fixture) => {
    const vm_id = await madeVm(fixture);
    await fixture.made("operatorVm.stop", { vm_id, reason: "It sends spam." });
    return { vm_id };
  },
  "operatorAddress.get": async (fixture) => ({ address: await madeAddress(fixture) }),
  "operatorAddress.isolate": async (fixture) => ({ address: await madeAddress(fixture), reason: "It scans." }),
  "operatorAddress.release": async (fixture) => {
    const address = await madeAddress(fixture);
    await fixture.made("operatorAddress.isolate", { address, reason: "It scans." });
    return { address };
  },
  "operatorSearch.find": () => ({ q: "Demo" }),
  "operatorOperation.list": async (fixture) => ({ organization_id: await fixture.organization(), state: "failed" }),
  "operatorOperation.get": async ({ api }) => {
    const body = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13" };
    return { operation_id: (await api.request("POST", "/compute/cloud-vms", { body })).body.operation_id };
  },
} satisfies OperatorExamples;

async function madeVm({ api }: OperatorFixture): Promise<string> {
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13" };
  return String((await api.request("POST", "/compute/cloud-vms", { body })).body.vm_id);
}

/** A tenant's own. Each tenant has few. */
async function madeAddress({ api }: OperatorFixture): Promise<string> {
  const { token, workspaceId } = await api.createTenant();
  const body = { site_id: "site-ams-1" };
  return String((await api.request("POST", "/networking/reserved-ips", { token, workspaceId, body })).body.address);
}
