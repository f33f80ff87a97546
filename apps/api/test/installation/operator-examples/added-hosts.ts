// Hosts of a site whose server does not know its other hosts.
import { randomUUID } from "node:crypto";
import { selfSignedCertificate } from "@fulmar/testkit";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const addedHostExamples = {
  "operatorHost.add": async (fixture) => ({
    ...{ site_id: await madeHostsApart(fixture), endpoint: `tls://${randomUUID()}.example.com:16514` },
  }),
  "operatorHost.getScript": async (fixture) => ({ site_id: await madeHostsApart(fixture) }),
  "operatorHost.remove": async (fixture) => ({
    ...{ host_id: await madeAddedHost(fixture), confirm: "kvm2", reason: "Its lease ends." },
  }),
} satisfies OperatorExamples;

/** A site on libvirt, as a worker has connected it, with the host of its endpoint. */
export async function madeHostsApart(fixture: OperatorFixture): Promise<string> {
  const { prisma } = fixture.api.database;
  const wanted = { name: `site-${randomUUID()}`, provider: "libvirt", endpoint: "tls://kvm1.example.com:16514" };
  const { site_id: id } = await fixture.made("operatorSite.create", { ...wanted, ...KEYS });
  const site_id = String(id);
  const ended = { state: "done", ended_at: new Date(), outcome: "Connected" };
  await prisma.siteDecision.updateMany({ where: { site_id }, data: ended });
  await prisma.site.update({ where: { site_id }, data: { setup_state: null, closed_at: null, closed_reason: null } });
  const options = { storage_pool: "fulmar", cpu_model: "EPYC", northbound: "ssl:kvm1.example.com:6641" };
  await prisma.siteConnection.update({ where: { site_id }, data: { options: { ...options, pool_shared: "yes" } } });
  await prisma.siteHost.create({ data: hostOf(site_id, "kvm1", null) });
  return site_id;
}

/** Another host of such a site, as a worker has added it. */
export async function madeAddedHost(fixture: OperatorFixture): Promise<string> {
  const site_id = await madeHostsApart(fixture);
  const host = hostOf(site_id, "kvm2", "tls://kvm2.example.com:16514");
  await fixture.api.database.prisma.siteHost.create({ data: host });
  return host.host_id;
}

function hostOf(site_id: string, name: string, endpoint: string | null) {
  const had = { moves_live: false, shared_disks: false, cpus: 64, ram_mb: 65_536, free_ram_mb: 65_536 };
  const disks = { disk_gb: 10_000, free_disk_gb: 10_000 };
  return { host_id: `host_${randomUUID()}`, site_id, name, endpoint, status: "online", ...had, ...disks };
}

const { certificatePem, privateKeyPem } = selfSignedCertificate("fulmar");
const KEYS = { client_cert: certificatePem, client_key: privateKeyPem, server_cert: certificatePem };
