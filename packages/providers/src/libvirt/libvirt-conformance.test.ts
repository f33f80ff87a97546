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
import { rootDiskConformance } from "../conformance/root-disk-conformance.ts";
import { volumeConformance } from "../conformance/volume-conformance.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { startTrialSite, type TrialSite } from "./trial-site-fixture.ts";

/** A guest boots within ten seconds, on a machine that does nothing else. */
const timeout = 300_000;

const missing = whyNoLibvirt({ ovn: true });
if (missing !== undefined) console.warn(missing);
describe("a host with libvirt", { ...needs("libvirt", missing === undefined), timeout }, () => {
  let site: TrialSite;
  beforeAll(async () => {
    site = await startTrialSite();
  }, timeout);
  afterAll(async () => {
    await site.host.stop();
  });

  const open = () => site.open();

  describe("compute", () => computeConformance(open));
  describe("root disks", () => rootDiskConformance(open));
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
