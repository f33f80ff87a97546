// Conformance tests of a site whose disks are in Ceph, on hosts and a cluster of this machine's packages. What does not
// touch disks is tried in libvirt-conformance.test.ts.
import { needs } from "@fulmar/testkit";
import { whyNoCeph } from "@fulmar/testkit/ceph";
import { whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyConformance } from "../conformance/copy-conformance.ts";
import { imageConformance } from "../conformance/image-conformance.ts";
import { runningInstance, sampleRecord, signal, twice, uniqueId } from "../conformance/provider-fixture.ts";
import { recoveryConformance } from "../conformance/recovery-conformance.ts";
import { rootDiskConformance } from "../conformance/root-disk-conformance.ts";
import { volumeConformance } from "../conformance/volume-conformance.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { RBD_POOL, type RbdSite, startRbdSite } from "./rbd-site-fixture.ts";
import { hostAdditions } from "./site/host-additions.ts";
import { urlOf } from "./trial-site-fixture.ts";

/** A guest boots within ten seconds, on a machine that does nothing else. */
const timeout = 300_000;
/** A host that was silent is asked again within seconds. */
const soon = { timeout: 60_000, interval: 500 };

const missing = whyNoLibvirt({ ovn: true }) ?? whyNoCeph();
if (missing !== undefined) console.warn(missing);
describe("a host with libvirt and disks in Ceph", { ...needs("Ceph", missing === undefined), timeout }, () => {
  let site: RbdSite;
  beforeAll(async () => {
    site = await startRbdSite();
  }, timeout);
  afterAll(async () => {
    await site.stop();
  });

  const open = () => site.open();
  const rbd = async (...args: readonly string[]) => (await site.ceph.run("rbd", ...args)).split("\n").filter(Boolean);

  describe("root disks", () => rootDiskConformance(open));
  describe("volumes", () => volumeConformance(open));
  describe("recovery", () => recoveryConformance(open));
  describe("copies", () => copyConformance(open));
  describe("images", () => imageConformance(open));

  test("a disk waits in Ceph's trash for what shares its blocks, and goes with it", async () => {
    const fixture = await open();
    const { compute, recovery, volumes, metrics } = fixture.provider;
    const [vmId, volumeId, rootId] = [uniqueId("vm"), uniqueId("vol"), uniqueId("vol")];
    const [full, next] = [uniqueId("bkp"), uniqueId("bkp")];
    const place = { volumeId, devicePath: "/dev/vdb" } as const;
    await runningInstance(fixture, vmId);
    const data = { name: "data", sizeGb: 1, type: "ssd", source: null } as const;
    await volumes.createVolume(volumeId, { ...data, record: sampleRecord("volume", "data") }, signal);
    await volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdb" }, signal);
    await fixture.write(vmId, place, "kept");
    const [measured] = await metrics.readVolumeMetrics({ after: "", limit: 10 }, signal);
    expect(measured).toMatchObject({ volumeId });
    expect(measured?.writeBytes).toBeGreaterThan(0n);

    const record = sampleRecord("backup", "a copy");
    const both = [
      { volumeId: rootId, role: "root", sizeGb: 4 },
      { volumeId, role: "data", sizeGb: 1 },
    ] as const;
    const whole = await recovery.createBackup(vmId, { backupId: full, parentBackupId: null, record }, both, signal);
    const changed = await recovery.createBackup(vmId, { backupId: next, parentBackupId: full, record }, both, signal);
    for (const { volumeId, sizeBytes } of changed) {
      const before = whole.find((copy) => copy.volumeId === volumeId)?.sizeBytes ?? 0n;
      expect(sizeBytes).toBeLessThan(before);
    }

    await compute.deleteInstance(vmId, signal);
    await volumes.deleteVolume(volumeId, signal);
    expect(await rbd("trash", "ls", RBD_POOL)).toHaveLength(2);
    await recovery.deleteBackup(vmId, next, signal);
    expect(await rbd("trash", "ls", RBD_POOL)).toHaveLength(2);
    await recovery.deleteBackup(vmId, full, signal);
    expect(await rbd("trash", "ls", RBD_POOL)).toEqual([]);
    await fixture.close();
  });

  test("a machine moves while it runs, and starts on another host once Ceph has shut out the lost one", async () => {
    const { host, second, shared, ceph } = site;
    const { name, options } = await hostAdditions.add(shared, urlOf(second), signal);
    const fixture = await site.open({ ...shared, options });
    const { compute, hosts } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId, "web", host.name);
    const boot = await fixture.bootOf(vmId);
    await twice(() => hosts.moveInstance(vmId, { host: name, live: true }, signal));
    expect(await fixture.bootOf(vmId)).toBe(boot);
    await fixture.mark(vmId, "before the loss");
    await second.cutOff();
    await twice(() => hosts.recoverInstance(vmId, host.name, signal));
    expect(await ceph.run("ceph", "osd", "blocklist", "ls")).toContain(second.tls.host);
    await compute.startInstance(vmId, signal);
    expect(await fixture.markOf(vmId)).toBe("before the loss");
    await second.reconnect();
    const online = async () => (await hosts.listHosts(signal)).every((each) => each.online);
    await expect.poll(online, soon).toBe(true);
    await compute.deleteInstance(vmId, signal);
    expect((await second.run("virsh", "list", "--all", "--name")).trim()).toBe("");
    await hostAdditions.remove({ ...shared, options }, name, signal);
    await fixture.close();
  });

  test("a pool of another site is refused, and one that is not there", async () => {
    const { siteId, endpoint, options } = site.server;
    const folder = { storage_pool: "other", pool_path: `${site.host.folder}/other` };
    const other = { siteId: uniqueId("site"), endpoint, options: { ...Object(options), ...folder } };
    await expect(libvirtKind.prepare(other, signal)).rejects.toMatchObject({
      code: "site_unfit",
      message: expect.stringContaining("belongs to another site"),
    });
    const none = { siteId, endpoint, options: { ...Object(options), rbd_pool: "none" } };
    await expect(libvirtKind.prepare(none, signal)).rejects.toMatchObject({
      code: "site_unfit",
      message: expect.stringContaining('no pool "none"'),
    });
    const nobody = { siteId, endpoint, options: { ...Object(options), rbd_user: "nobody" } };
    await expect(libvirtKind.prepare(nobody, signal)).rejects.toMatchObject({
      code: "site_unfit",
      message: expect.stringContaining('secret "client.nobody"'),
    });
  });

  test("removing a site leaves nothing of it in Ceph", async () => {
    expect(await libvirtKind.remove(site.server, signal)).toEqual({ projectRemoved: true });
    expect(await rbd("ls", RBD_POOL)).toEqual([]);
    expect(await rbd("trash", "ls", RBD_POOL)).toEqual([]);
  });
});
