// A public address that an operator isolates: what its owner sees, what is refused until it is released, and that nobody
// else gets it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const REASON = "It scans other networks; ticket 4711.";
const IPS = "/networking/reserved-ips";

async function reserve(): Promise<{ public_ip_id: string; address: string }> {
  return (await api.request("POST", IPS, { body: { site_id: "site-ams-1" } })).body;
}
async function isolated() {
  const ip = await reserve();
  await fixture.made("operatorAddress.isolate", { address: ip.address, reason: REASON });
  return ip;
}
async function newVm(): Promise<string> {
  const body = { name: `vm-${crypto.randomUUID()}`, plan_id: "plan-small", template_id: "debian-13" };
  const vm_id = String((await api.request("POST", "/compute/cloud-vms", { body })).body.vm_id);
  await api.database.prisma.vm.update({ where: { vm_id }, data: { status: "stopped", operation_id: null } });
  return vm_id;
}
const revision = async (resource_id: string) =>
  (await api.database.prisma.networkState.findFirst({ where: { resource_id } }))?.revision ?? 0;

test("the owner of an isolated address sees the reason in its record and in the list, and in their audit trail", async () => {
  const { public_ip_id, address } = await isolated();
  const seen = { isolated_at: expect.any(String), isolated_reason: REASON };
  expect((await api.request("GET", `${IPS}/${public_ip_id}`)).body).toMatchObject(seen);
  const { body } = await api.request("GET", IPS, { query: { search: address } });
  expect(body).toMatchObject([seen]);
  const event = await api.database.prisma.auditEvent.findFirst({
    where: { resource_id: public_ip_id, actor_type: "operator" },
  });
  expect(event).toMatchObject({ action: "reservedIp.update", detail: `Isolated by an operator: ${REASON}` });
  const released = await fixture.made("operatorAddress.release", { address });
  expect(released).toMatchObject({ isolated_at: null, isolated_reason: null, isolated_by: null });
  expect((await api.request("DELETE", `${IPS}/${public_ip_id}`)).status).toBe(200);
  expect((await fixture.call("operatorAddress.release", { address })).refusal?.code).toBe("address_not_isolated");
});

test("what has the address gets a new revision of its network when it is isolated and when it is released", async () => {
  const { public_ip_id, address } = await reserve();
  const vm_id = await newVm();
  expect((await api.request("POST", `${IPS}/${public_ip_id}/attach`, { body: { vm_id } })).status).toBe(200);
  const attached = await revision(vm_id);
  expect(await fixture.made("operatorAddress.isolate", { address, reason: REASON })).toMatchObject({
    ...{ attached_resource_type: "vm", attached_resource_id: vm_id, isolated_by: fixture.operator },
    organization_id: api.tenant.organizationId,
  });
  expect(await revision(vm_id)).toBeGreaterThan(attached);
  const off = await revision(vm_id);
  await fixture.made("operatorAddress.isolate", { address, reason: "Another reason." });
  expect(await revision(vm_id)).toBe(off);
  await fixture.made("operatorAddress.release", { address });
  expect(await revision(vm_id)).toBeGreaterThan(off);
});

test("a load balancer's address is applied anew", async () => {
  const { public_ip_id, address } = await reserve();
  const made = await api.request("POST", "/load-balancers", {
    body: { name: "web", site_id: "site-ams-1", reserved_ip_id: public_ip_id },
  });
  const load_balancer_id = String(made.body.load_balancer_id);
  const of = () => api.database.prisma.loadBalancer.findFirstOrThrow({ where: { load_balancer_id } });
  const { revision: before } = await of();
  await fixture.made("operatorAddress.isolate", { address, reason: REASON });
  const { revision: off } = await of();
  expect(off).toBeGreaterThan(before);
  await fixture.made("operatorAddress.release", { address });
  expect((await of()).revision).toBeGreaterThan(off);
});

test("its owner cannot attach, move, detach or release it", async () => {
  const free = await isolated();
  const vm_id = await newVm();
  const refused = { status: 409, body: { code: "reserved_ip_isolated" } };
  expect(await api.request("POST", `${IPS}/${free.public_ip_id}/attach`, { body: { vm_id } })).toMatchObject(refused);
  const refusal = await api.request("DELETE", `${IPS}/${free.public_ip_id}`);
  expect(refusal).toMatchObject(refused);
  expect(refusal.body.detail).toContain(REASON);

  const used = await reserve();
  await api.request("POST", `${IPS}/${used.public_ip_id}/attach`, { body: { vm_id } });
  await fixture.made("operatorAddress.isolate", { address: used.address, reason: REASON });
  const move = { body: { vm_id: await newVm() } };
  expect(await api.request("POST", `${IPS}/${used.public_ip_id}/move`, move)).toMatchObject(refused);
  expect(await api.request("POST", `${IPS}/${used.public_ip_id}/detach`)).toMatchObject(refused);
  const label = { body: { label: "bad" } };
  expect((await api.request("PATCH", `${IPS}/${used.public_ip_id}`, label)).body.isolated_reason).toBe(REASON);
});

test("an isolated address whose holder ends stays isolated, and no customer gets it", async () => {
  const { prisma } = api.database;
  const address = "203.0.113.200";
  await fixture.made("operatorAddress.isolate", { address, reason: REASON });
  const free = { site_id: "site-ams-1", public_ip_id: null };
  const others = await prisma.publicAddress.findMany({ where: { ...free, isolated_at: null } });
  // All others are taken: the pool has the isolated one alone.
  await prisma.publicAddress.deleteMany({ where: { ...free, isolated_at: null } });
  const exhausted = await api.request("POST", IPS, { body: { site_id: "site-ams-1" } });
  expect(exhausted).toMatchObject({ status: 409, body: { code: "address_pool_exhausted" } });
  await prisma.publicAddress.createMany({ data: others });
  const found = await fixture.send("operatorSearch.find", { q: "::ffff:203.0.113.200" });
  expect(found.body).toMatchObject([{ type: "public_address", id: address, state: "isolated" }]);
  await fixture.made("operatorAddress.release", { address });
});

test.each(["203.0.113.150", " 203.0.113.150 ", "::ffff:203.0.113.150", "::FFFF:cb00:7196", "203.0.113.150/32"])(
  "an address is found however it is written: %j",
  async (address) => {
    expect(await fixture.made("operatorAddress.get", { address })).toMatchObject({ address: "203.0.113.150" });
  },
);

test("an address is found by the id of its reserved IP; another text is refused, and an unknown address is 404", async () => {
  const { public_ip_id, address } = await reserve();
  expect(await fixture.made("operatorAddress.get", { address: public_ip_id })).toMatchObject({ address, public_ip_id });
  for (const text of ["203.0.113", "203.0.113.0/24", "2001:db8::1", "web"])
    expect((await fixture.call("operatorAddress.get", { address: text })).refusal?.status, text).toBe(400);
  expect((await fixture.call("operatorAddress.get", { address: "192.0.2.1" })).refusal?.status).toBe(404);
});

test("release by an operator and by the owner at once end in one of the two orders", async () => {
  for (let round = 0; round < 5; round++) {
    const { public_ip_id, address } = await reserve();
    const [isolation, deletion] = await Promise.all([
      fixture.call("operatorAddress.isolate", { address, reason: REASON }),
      api.request("DELETE", `${IPS}/${public_ip_id}`),
    ]);
    expect(isolation.refusal).toBeUndefined();
    expect([200, 409]).toContain(deletion.status);
    const row = await api.database.prisma.publicAddress.findUniqueOrThrow({ where: { address } });
    expect(row).toMatchObject({ isolated_reason: REASON, public_ip_id: deletion.status === 200 ? null : public_ip_id });
    const both = await Promise.all([
      fixture.call("operatorAddress.release", { address }),
      fixture.call("operatorAddress.isolate", { address, reason: "Again." }),
    ]);
    expect(both.map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
  }
});
