// Conformance tests against a libvirtd of this machine's packages, in namespaces of its own, with machines that boot
// under emulation.
import { needs } from "@fulmar/testkit";
import { whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computeConformance } from "../conformance/compute-conformance.ts";
import { copyConformance } from "../conformance/copy-conformance.ts";
import { hostConformance } from "../conformance/host-conformance.ts";
import { imageConformance } from "../conformance/image-conformance.ts";
import { inventoryConformance } from "../conformance/inventory-conformance.ts";
import { runningInstance, sampleRecord, signal, smallSpec, twice, uniqueId } from "../conformance/provider-fixture.ts";
import { recoveryConformance } from "../conformance/recovery-conformance.ts";
import { volumeConformance } from "../conformance/volume-conformance.ts";
import type { ServerProvider, SiteServer } from "../ports/provider-kind.ts";
import { inGuest, UPLINK } from "./guest-fixture.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { closeSite, openSite } from "./libvirt-provider.ts";
import { volumesIn } from "./storage/pool.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { startTrialSite, type TrialSite } from "./trial-site-fixture.ts";

/** A guest boots within ten seconds, on a machine that does nothing else. */
const timeout = 300_000;

const missing = whyNoLibvirt({ ovn: true });
if (missing !== undefined) console.warn(missing);
describe("a host with libvirt", { ...needs("libvirt", missing === undefined), timeout }, () => {
  let site: TrialSite;
  beforeAll(async () => {
    host = await startLibvirtHost({ ovn: true });
    const endpoint = { url: `unix://${host.socket}` };
    const northbound = `unix:${host.northbound.socket}`;
    const options = await libvirtKind.completeOptions({ siteId, endpoint, options: { northbound, ...UPLINK } }, signal);
    server = { siteId, endpoint, options };
    await twice(() => libvirtKind.prepare(server, signal));
    const file = await tinyImage();
    for (const image of IMAGES)
      await twice(() => libvirtKind.importImage(server, image, { file, cloudInit: true }, signal));
    site = await startTrialSite();
  }, timeout);
  afterAll(async () => {
    await site.host.stop();
  });

  async function open(): Promise<ProviderFixture & { run(vmId: string, command: string): Promise<string> }> {
    const provider: ServerProvider = libvirtKind.open(server);
    const northboundUrl = `unix:${host.northbound.socket}`;
    const own = { siteId, endpoint: server.endpoint, northboundUrl, uplink: null };
    const site = openSite({ ...own, pool: "fulmar", cpuModel: "qemu64" });
    const run = (vmId: string, command: string) => inGuest(site, vmId, command, signal);
    /** Waits for the disk of a volume by its serial, mounts it and runs a command in it. A new disk is formatted. */
    const on = (vmId: string, volumeId: string, command: string) =>
      run(
        vmId,
        `for turn in $(seq 100); do
           for d in /sys/block/vd*; do [ "$(cat $d/serial)" = "${volumeId.slice(-20)}" ] && disk=/dev/$(basename $d); done
           [ -n "$disk" ] && break; sleep 0.1
         done
         mount $disk /mnt 2>/dev/null || { mkfs.ext4 -q $disk && mount $disk /mnt; } || exit 1
         (${command}); code=$?; umount /mnt; exit $code`,
      );
    return {
      run,
      provider,
      images: IMAGES,
      serialTerminal: true,
      bootOf: (vmId) => run(vmId, "cat /proc/sys/kernel/random/boot_id"),
      async mark(vmId, text) {
        await run(vmId, `printf %s '${text}' > /root/mark; sync`);
      },
      markOf: async (vmId) => (await run(vmId, "cat /root/mark 2>/dev/null; true")) || null,
      async write(vmId, { volumeId, devicePath }, text) {
        if (devicePath === null) await run(vmId, `printf %s '${text}' > /root/text; sync`);
        else await on(vmId, volumeId, `printf %s '${text}' > /mnt/text; sync`);
      },
      read: async (vmId, { volumeId, devicePath }) =>
        (devicePath === null
          ? await run(vmId, "cat /root/text 2>/dev/null; true")
          : await on(vmId, volumeId, "cat /mnt/text 2>/dev/null; true")) || null,
      byHand: notMadeByHand,
      inventory: async () =>
        (await volumesIn(site, signal)).map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)),
      async close() {
        await closeSite(site);
        await provider.close();
      },
    };
  }
  const open = () => site.open();

  describe("compute", () => computeConformance(open));
  describe("volumes", () => volumeConformance(open));
  describe("recovery", () => recoveryConformance(open));
  describe("copies", () => copyConformance(open));
  describe("hosts", () => hostConformance(open));
  describe("images", () => imageConformance(open));
  describe("inventory", () => inventoryConformance(open));

  test("a running machine and its volume are measured, and one that is off is not", async () => {
    const fixture = await open();
    const { compute, metrics, volumes } = fixture.provider;
    const [vmId, volumeId, page] = [uniqueId("vm"), uniqueId("vol"), { after: "", limit: 10 }];
    await runningInstance(fixture, vmId);
    await fixture.bootOf(vmId);
    const data = {
      name: "data",
      sizeGb: 1,
      type: "ssd",
      source: null,
      record: sampleRecord("volume", "data"),
    } as const;
    await volumes.createVolume(volumeId, data, signal);
    await volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdb" }, signal);
    await fixture.write(vmId, { volumeId, devicePath: "/dev/vdb" }, "counted");
    const [measured, ...others] = await metrics.readMetrics(page, signal);
    expect(others).toEqual([]);
    expect(measured).toMatchObject({ vmId, gpus: null });
    // It has asked for its address.
    expect(measured?.rxBytes).toBeGreaterThan(0n);
    expect(measured?.txBytes).toBeGreaterThan(0n);
    expect(measured?.readBytes).toBeGreaterThan(1_000_000n);
    expect(measured?.memoryPercent).toBeGreaterThan(0);
    const [disk] = await metrics.readVolumeMetrics(page, signal);
    expect(disk).toMatchObject({ volumeId, usedPercent: null });
    expect(disk?.writeBytes).toBeGreaterThan(0n);
    expect(await compute.listTraffic(page, signal)).toMatchObject([{ vmId, rxBytes: expect.any(BigInt) }]);
    await compute.stopInstance(vmId, { force: true }, signal);
    expect(await metrics.readMetrics(page, signal)).toEqual([]);
    expect(await metrics.readVolumeMetrics(page, signal)).toEqual([]);
    await compute.deleteInstance(vmId, signal);
    await volumes.deleteVolume(volumeId, signal);
    await fixture.close();
  });

  test("changes of machines are told as they happen", async () => {
    const fixture = await open();
    const { compute, site: watched } = fixture.provider;
    const vmId = uniqueId("vm");
    const watching = new AbortController();
    const changed: string[] = [];
    const watch = watched.watchInstances((id) => changed.push(id), watching.signal);
    // Whoever watches is registered some time after the call.
    await expect
      .poll(async () => {
        await compute.createInstance(vmId, smallSpec(fixture), signal);
        await compute.deleteInstance(vmId, signal);
        return changed;
      })
      .toContain(vmId);
    watching.abort();
    await watch;
    await fixture.close();
  });

  test("a snapshot has what its guest had not written to the disk yet", async () => {
    const fixture = await open();
    const { compute, recovery } = fixture.provider;
    const [vmId, made, snapshotId, volumeId] = [uniqueId("vm"), uniqueId("vm"), uniqueId("rp"), uniqueId("vol")];
    await runningInstance(fixture, vmId);
    await fixture.run(vmId, "printf %s unwritten > /root/text");
    const record = sampleRecord("snapshot_set", "a copy");
    await recovery.createSnapshot(vmId, { snapshotId, record }, [{ volumeId, role: "root", sizeGb: 4 }], signal);
    // The guest goes on.
    expect(await fixture.run(vmId, "printf %s later > /root/text; sync; cat /root/text")).toBe("later");
    const point = { kind: "snapshot", pointId: snapshotId, vmId, volumeId, newVolumeId: uniqueId("vol") } as const;
    await compute.createInstance(made, { ...smallSpec(fixture), point }, signal);
    await compute.startInstance(made, signal);
    expect(await fixture.run(made, "cat /root/text")).toBe("unwritten");
    for (const id of [vmId, made]) await compute.deleteInstance(id, signal);
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    await fixture.close();
  });

  test("a host whose libvirtd was killed is found again, and its machines run on", async () => {
    const fixture = await open();
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    const boot = await fixture.bootOf(vmId);
    await site.host.killDaemon();
    expect(await fixture.bootOf(vmId)).toBe(boot);
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, power: "running" }]);
    await compute.deleteInstance(vmId, signal);
    await fixture.close();
  });

  test("a host that is not there fails as one that does not answer", async () => {
    const { compute, close } = libvirtKind.open({
      ...site.server,
      endpoint: { url: "unix:///nonexistent/libvirt-sock" },
    });
    const asked = compute.listInstances({ after: "", limit: 1 }, signal);
    await expect(asked).rejects.toMatchObject({ code: "provider_unavailable", retryable: true });
    await close();
  });

  test("removing a site leaves nothing of it at its host", async () => {
    await twice(async () => expect(await libvirtKind.remove(site.server, signal)).toEqual({ projectRemoved: true }));
    expect(await site.host.run("ls", "/var/lib/libvirt/fulmar")).toBe("");
    expect((await site.host.run("virsh", "list", "--all", "--name")).trim()).toBe("");
  });
});
