import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Ceph, startCeph } from "@fulmar/testkit/ceph";
import { type LibvirtHost, startTwoLibvirtHosts } from "@fulmar/testkit/libvirt";
import type { SiteServer } from "../ports/provider-kind.ts";
import { type TrialSite, trialSite, urlOf } from "./trial-site-fixture.ts";

export const RBD_POOL = "vms";

export interface RbdSite extends TrialSite {
  readonly ceph: Ceph;
  /** A host that is no host of the site yet. */
  readonly second: LibvirtHost;
  /** The site by an endpoint that other hosts reach, and with a pool that they share. */
  readonly shared: SiteServer;
  stop(): Promise<void>;
}

/** A site whose disks are in a Ceph of this machine. */
export async function startRbdSite(): Promise<RbdSite> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const each of started.reverse()) await each.stop();
  };
  try {
    const [host, second] = await startTwoLibvirtHosts();
    started.push(host, second);
    const ceph = await startCeph({ address: host.outside });
    started.push(ceph);
    await second.run("ip", "route", "replace", `${host.outside}/32`, "via", second.outside);
    const chosen = { ...(await poolFor(host, ceph)), pool_path: `${host.folder}/pool` };
    const site = await trialSite(host, { url: `unix://${host.socket}` }, chosen);
    const { authority: serverCertificate, certificate, key } = host.tls;
    const endpoint = { url: urlOf(host), client: { certificate, key }, serverCertificate };
    const northbound = `ssl:${host.tls.host}:${host.northbound.port}`;
    const options = { ...Object(site.server.options), northbound, pool_shared: "yes" };
    const shared = { ...site.server, endpoint, options };
    return { ...site, ceph, second, shared, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes a pool and its user, whose key the host gets, as docs/kvm.md has it. @returns the options of a site on it */
async function poolFor(host: LibvirtHost, ceph: Ceph) {
  await ceph.run("ceph", "osd", "pool", "create", RBD_POOL, "8");
  await ceph.run("rbd", "pool", "init", RBD_POOL);
  const caps = ["mon", "profile rbd", "osd", `profile rbd pool=${RBD_POOL}`, "mgr", `profile rbd pool=${RBD_POOL}`];
  const key = await ceph.run("ceph", "auth", "get-or-create-key", "client.fulmar", ...caps);
  const file = join(host.folder, "secret.xml");
  await writeFile(
    file,
    "<secret ephemeral='no' private='no'><usage type='ceph'><name>client.fulmar</name></usage></secret>",
  );
  const uuid = /[0-9a-f-]{36}/.exec(await host.run("virsh", "secret-define", file))?.[0] ?? "";
  await host.run("virsh", "secret-set-value", uuid, key.trim());
  return { rbd_pool: RBD_POOL, rbd_monitors: ceph.monitor };
}
