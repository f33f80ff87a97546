// Sites, and what they have that the database does not know.
import { randomInt, randomUUID } from "node:crypto";
import { addSite } from "@fulmar/core/operator";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const siteExamples = {
  "operatorSite.list": () => ({}),
  "operatorSite.get": () => ({ site_id: "site-fra-1" }),
  "operatorSite.close": async (fixture) => ({ site_id: await madeSite(fixture), reason: "Its servers are replaced." }),
  "operatorSite.fence": async (fixture) => ({ site_id: await madeSite(fixture), reason: "Its storage is repaired." }),
  "operatorSite.open": async (fixture) => {
    const site_id = await madeSite(fixture);
    await fixture.made("operatorSite.close", { site_id, reason: "Its servers are replaced." });
    return { site_id };
  },
  "operatorSite.create": () => ({
    ...{ name: `site-${randomUUID()}`, location: "Nowhere", provider: "lxd", simulated: false },
    ...{
      endpoint: "https://127.0.0.1:1",
      project: "fulmar",
      storage_pool: "default",
      network: "br0",
      uplink: "UPLINK",
    },
    ...{ instance_type: "container", client_cert: PEM, client_key: PEM, server_cert: PEM },
  }),
  "operatorSite.renew": async (fixture) => ({
    ...{ site_id: await addedSite(fixture), client_cert: PEM, client_key: PEM, server_cert: PEM },
  }),
  "operatorSite.check": async (fixture) => ({ site_id: await addedSite(fixture), restrict: true }),
  "operatorSite.remove": async (fixture) => {
    const site_id = await madeSite(fixture);
    const { name } = await fixture.api.database.prisma.site.findUniqueOrThrow({ where: { site_id } });
    return { site_id, confirm: name, server_gone: false, reason: "Its lease ends." };
  },
  "operatorSite.addAddresses": async (fixture) => ({
    ...{ site_id: await madeSite(fixture), range: `10.${randomInt(256)}.${randomInt(256)}.0/30` },
  }),
  "operatorSite.previewResume": async (fixture) => ({ site_id: await fencedSite(fixture) }),
  "operatorSite.resume": async (fixture) => ({ site_id: await fencedSite(fixture), reason: "Restored last night." }),
  "operatorSite.getBalance": async (fixture) => ({ site_id: (await madeHosts(fixture)).site_id }),
  "operatorSite.previewBalance": async (fixture) => ({
    ...{ site_id: (await madeHosts(fixture)).site_id, restarts: "allow" },
  }),
  "operatorSite.balance": async (fixture) => ({
    ...{ site_id: await madeUneven(fixture), restarts: "refuse", reason: "A host is new." },
  }),
  "operatorSite.stopBalance": async (fixture) => {
    const site_id = await madeUneven(fixture);
    await fixture.made("operatorSite.balance", { site_id, restarts: "refuse", reason: "A host is new." });
    return { site_id };
  },
  "operatorHost.list": async (fixture) => ({ site_id: (await madeHosts(fixture)).site_id }),
  "operatorHost.get": async (fixture) => ({ host_id: (await madeHosts(fixture)).host_id }),
  "operatorHost.update": async (fixture) => ({
    ...{ host_id: (await madeHosts(fixture)).host_id, tags: ["fast"], zone: "rack-7" },
  }),
  "operatorHost.listVms": async (fixture) => ({ host_id: (await madeHosts(fixture)).host_id }),
  "operatorHost.cordon": async (fixture) => ({ host_id: (await madeHosts(fixture)).host_id, reason: "It is loud." }),
  "operatorHost.previewDrain": async (fixture) => ({ host_id: (await madeHosts(fixture)).host_id }),
  "operatorHost.drain": async (fixture) => ({ host_id: (await madeHosts(fixture)).host_id, reason: "It is loud." }),
  "operatorHost.previewLoss": async (fixture) => ({ host_id: (await madeHosts(fixture)).host_id }),
  "operatorHost.declareLost": async (fixture) => {
    const { host_id } = await madeHosts(fixture);
    const data = { status: "offline", shared_disks: false };
    await fixture.api.database.prisma.siteHost.update({ where: { host_id }, data });
    return { host_id, reason: "Its power supply burnt." };
  },
  "operatorHost.restore": async (fixture) => {
    const { host_id } = await madeHosts(fixture);
    await fixture.made("operatorHost.cordon", { host_id, reason: "It is loud." });
    return { host_id };
  },
  "operatorHost.dedicate": async (fixture) => ({
    ...{ host_id: (await madeHosts(fixture)).host_id, other_vms: "move" },
    organization_id: await fixture.organization(),
  }),
  "operatorHost.release": async (fixture) => {
    const { host_id } = await madeHosts(fixture);
    const organization_id = await fixture.organization();
    await fixture.made("operatorHost.dedicate", { host_id, organization_id, other_vms: "move" });
    return { host_id, other_vms: "move" };
  },
  "operatorSiteDecision.list": async (fixture) => ({
    site_id: (await madeDecision(fixture)).site_id,
    state: "waiting",
  }),
  "operatorSiteDecision.get": async (fixture) => ({ decision_id: (await madeDecision(fixture)).decision_id }),
  "operatorUnknownResource.list": async (fixture) => ({
    ...{ site_id: (await madeUnknown(fixture)).site_id, kind: "vm", decision: "none" },
  }),
  "operatorUnknownResource.adopt": async (fixture) => ({
    ...(await madeUnknown(fixture)),
    ...{ workspace_id: fixture.api.tenant.workspaceId, plan_id: "plan-small", reason: "Made after the backup." },
  }),
  "operatorUnknownResource.discard": async (fixture) => ({
    ...{ ...(await madeUnknown(fixture)), confirm: "web", reason: "Nobody needs it." },
  }),
  "operatorStranger.list": async (fixture) => ({ site_id: (await madeStranger(fixture)).site_id, kind: "machine" }),
  "operatorStranger.previewAdoption": async (fixture) => ({
    ...{ ...(await madeStranger(fixture)), owner_workspace_id: fixture.api.tenant.workspaceId },
    ...{ vm_name: `vm-${randomUUID()}`, plan_id: "plan-small" },
  }),
  "operatorStranger.adopt": async (fixture) => ({
    ...{ ...(await madeStranger(fixture)), workspace_id: fixture.api.tenant.workspaceId, plan_id: "plan-small" },
    ...{ vm_name: `vm-${randomUUID()}`, force: false, reason: "Moved from the old cluster." },
  }),
} satisfies OperatorExamples;

const PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

/** A site on a server, about which no decision waits. */
async function addedSite(fixture: OperatorFixture): Promise<string> {
  const wanted = { name: `site-${randomUUID()}`, provider: "lxd", endpoint: "unix:///nowhere/unix.socket" };
  const { site_id } = await fixture.made("operatorSite.create", wanted);
  await fixture.api.database.prisma.siteDecision.updateMany({
    where: { site_id: String(site_id) },
    data: { state: "failed", ended_at: new Date(), outcome: "The site did not answer" },
  });
  return String(site_id);
}

async function madeSite({ api }: OperatorFixture): Promise<string> {
  const name = `site-${randomUUID()}`;
  const { siteId } = await addSite(api.database, api.configuration, {
    ...{ provider: "simulated", name, location: "Nowhere" },
  });
  return siteId;
}

/** A site with two hosts, as a worker has seen them, and a VM on the first. */
async function madeHosts(fixture: OperatorFixture) {
  const { api } = fixture;
  const site_id = await madeSite(fixture);
  const [host_id, other] = [`host_${randomUUID()}`, `host_${randomUUID()}`];
  const had = { moves_live: true, shared_disks: true, cpus: 64, ram_mb: 65_536, free_ram_mb: 65_536 };
  const row = { site_id, status: "online", ...had, disk_gb: 10_000, free_disk_gb: 10_000 };
  await api.database.prisma.siteHost.createMany({
    data: [
      { ...row, host_id, name: "host-1" },
      { ...row, host_id: other, name: "host-2" },
    ],
  });
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-nano", template_id: "debian-13", site_id };
  const { vm_id } = (await api.request("POST", "/compute/cloud-vms", { body })).body;
  await api.database.prisma.vm.update({
    where: { vm_id: String(vm_id) },
    data: { status: "running", operation_id: null, host_id },
  });
  return { site_id, host_id };
}

/** A site with two hosts, of which the first has much more to carry than the other. */
async function madeUneven(fixture: OperatorFixture): Promise<string> {
  const { site_id, host_id } = await madeHosts(fixture);
  const { ram_mb } = await fixture.api.database.prisma.vm.findFirstOrThrow({ where: { host_id } });
  await fixture.api.database.prisma.siteHost.updateMany({ where: { site_id }, data: { ram_mb: 8 * ram_mb } });
  await fixture.api.database.prisma.siteHost.update({
    where: { host_id },
    data: { promised_ram_mb: { increment: 3 * ram_mb } },
  });
  return site_id;
}

/** What a worker has found at a site of its own. */
async function madeUnknown(fixture: OperatorFixture) {
  const site_id = await madeSite(fixture);
  const resource_id = `vm_${randomUUID()}`;
  await fixture.api.database.prisma.unknownResource.create({
    data: {
      provider: `simulated:${site_id}`,
      kind: "vm",
      resource_id,
      name: "web",
      size: "1 CPU, 1 GB RAM, 20 GB disk",
    },
  });
  return { site_id, resource_id };
}

/** A machine of somebody else's, as a worker has seen it. */
async function madeStranger(fixture: OperatorFixture) {
  const site_id = await madeSite(fixture);
  const machine = `legacy-${randomUUID()}`;
  await fixture.api.database.prisma.siteStranger.create({
    data: {
      ...{ provider: `simulated:${site_id}`, kind: "machine", name: machine, type: "container", power: "running" },
      ...{ cpu: 1, ram_mb: 1024, disk_gb: 20, addresses: ["10.9.0.7"], obstacles: [] },
    },
  });
  return { site_id, machine };
}

async function madeDecision(fixture: OperatorFixture) {
  const unknown = await madeUnknown(fixture);
  const decision = { ...unknown, confirm: "web", reason: "Nobody needs it." };
  const { decision_id } = await fixture.made("operatorUnknownResource.discard", decision);
  return { ...unknown, decision_id: String(decision_id) };
}

async function fencedSite(fixture: OperatorFixture): Promise<string> {
  const site_id = await madeSite(fixture);
  await fixture.api.database.prisma.siteFence.create({
    data: {
      ...{ provider: `simulated:${site_id}`, installation_id: "ins_test", database_id: "1/1", token: "t" },
      ...{ reason: "database_behind", detail: "The site is ahead of this database.", fenced_at: new Date() },
    },
  });
  return site_id;
}
