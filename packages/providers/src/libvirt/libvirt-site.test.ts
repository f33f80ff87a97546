// What a site on libvirt does besides what every site does.
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs } from "@fulmar/testkit";
import { whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runningInstance, sampleRecord, signal, smallSpec, twice, uniqueId } from "../conformance/provider-fixture.ts";
import type { SiteServer } from "../ports/provider-kind.ts";
import { send, take } from "../rfb/greet-viewer.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { writeRecord } from "./storage/records.ts";
import { type GuestFixture, startTrialSite, type TrialSite } from "./trial-site-fixture.ts";
import { recordOfVolume } from "./volumes/stored-volume.ts";

const timeout = 300_000;

describe("a site on libvirt", { ...needs("libvirt", whyNoLibvirt({ ovn: true }) === undefined), timeout }, () => {
  let site: TrialSite;
  let fixture: GuestFixture;
  beforeAll(async () => {
    site = await startTrialSite();
    fixture = await site.open();
  }, timeout);
  afterAll(async () => {
    await fixture.close();
    await site.host.stop();
  });

  const seedOf = (vmId: string) => site.host.run("cat", `/var/lib/libvirt/fulmar/${vmId}.seed.iso`);
  const files = () => site.host.run("ls", "/var/lib/libvirt/fulmar");

  test("a screen is shown by TLS to who has the certificate, and ends with its machine", async () => {
    const { authority, certificate, key, stranger, ...at } = site.host.tls;
    const url = `tls://${at.host}:${at.port}`;
    const endpoint = { url, client: { certificate, key }, serverCertificate: authority };
    const options = { ...(site.server.options as object), screens: "tls" };
    const secure: SiteServer = { ...site.server, endpoint, options };
    const provider = libvirtKind.open(secure);
    onTestFinished(() => provider.close());
    const vmId = uniqueId("vm");
    await runningInstance({ ...fixture, provider }, vmId);
    const screen = await provider.compute.openScreen(vmId, signal);
    expect((await take(screen, 12)).toString()).toBe("RFB 003.008\n");
    await send(screen, Buffer.from("RFB 003.008\n"));
    await take(screen, 2);
    await send(screen, Buffer.from([1, 1]));
    const [security, init] = [await take(screen, 4), await take(screen, 24)];
    expect(security.readUInt32BE()).toBe(0);
    // The firmware begins with 640 × 480 and shows text with 720 × 400.
    expect([640, 720]).toContain(init.readUInt16BE(0));
    const strange = libvirtKind.open({ ...secure, endpoint: { ...endpoint, client: stranger } });
    onTestFinished(() => strange.close());
    await expect(strange.compute.openScreen(vmId, signal)).rejects.toMatchObject({ retryable: true });
    const gone = once(screen, "close");
    screen.resume();
    await provider.compute.stopInstance(vmId, { force: true }, signal);
    await gone;
    await expect(provider.compute.openScreen(vmId, signal)).rejects.toMatchObject({ code: "instance_not_running" });
    await provider.compute.deleteInstance(vmId, signal);
  });

  test("an image that was deleted stays under the disks that are on it, and goes with the last", async () => {
    const { compute, images } = fixture.provider;
    const [vmId, made, imageId, late] = [uniqueId("vm"), uniqueId("vm"), uniqueId("img"), uniqueId("vm")];
    await compute.createInstance(vmId, smallSpec(fixture), signal);
    const source = { vmId, root: { volumeId: uniqueId("vol"), role: "root", sizeGb: 4 }, point: null } as const;
    await images.createImage(imageId, { name: "golden", source, record: sampleRecord("vm_image", "golden") }, signal);
    await compute.createInstance(made, { ...smallSpec(fixture), templateId: imageId }, signal);
    await twice(() => images.deleteImage(imageId, signal));
    expect(await images.findImages([imageId], signal)).toEqual([]);
    expect(await files()).toContain(`${imageId}.image.qcow2`);
    await expect(
      compute.createInstance(late, { ...smallSpec(fixture), templateId: imageId }, signal),
    ).rejects.toMatchObject({ code: "image_not_found", retryable: false });
    expect(await files()).not.toContain(late);
    // Its own machine still has a rescue system.
    await twice(() => compute.setRescueMode(made, true, signal));
    await compute.rebuildInstance(made, { templateId: fixture.images[0], requestId: "rebuild" }, signal);
    await compute.discardReplaced(made, -1, signal);
    expect(await files()).toContain(`${imageId}.image.qcow2`);
    await twice(() => compute.setRescueMode(made, false, signal));
    expect(await files()).not.toContain(imageId);
    for (const id of [vmId, made]) await compute.deleteInstance(id, signal);
  });

  test("a file that names another, or of another kind of machine, never reaches the host", async () => {
    const { images } = fixture.provider;
    const folder = await mkdtemp(join(tmpdir(), "fulmar-images-"));
    const path = join(folder, "image");
    try {
      await copyFile(await tinyImage(), path);
      const file = { path, format: "qcow2", sizeBytes: BigInt((await stat(path)).size), sha256: "0" } as const;
      const image = { name: "brought", file, architecture: null, record: sampleRecord("vm_image", "brought") };
      const before = await files();
      for (const changed of [{ architecture: "aarch64" }, { file: { ...file, format: "raw" as const } }])
        await expect(images.importImage(uniqueId("img"), { ...image, ...changed }, signal)).rejects.toMatchObject({
          code: "image_unsuitable",
          retryable: false,
        });
      await writeFile(path, withBackingFile(await readFile(path)));
      await expect(images.importImage(uniqueId("img"), image, signal)).rejects.toMatchObject({
        code: "image_unfit",
        message: expect.stringContaining("backing file"),
        retryable: false,
      });
      expect(await files()).toBe(before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("keys and a password are changed by the guest's agent, once, and come back", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId);
    const state = async () => [
      (await fixture.run(vmId, "cat /root/.ssh/authorized_keys")).trim(),
      (await fixture.run(vmId, "cut -d: -f1,2 /etc/shadow")).trim(),
    ];
    const before = await state();
    expect(before[0]).toContain("ssh-ed25519 AAAA key");
    const [sshKeys, passwordHash] = [["ssh-ed25519 BBBB one", "ssh-rsa CCCC two"], "$6$salt$hash.of/it"];
    const change = { sshKeys, passwordHash, requestId: "first" };
    await twice(() => compute.updateAccess(vmId, change, signal));
    expect(await state()).toEqual([sshKeys.join("\n"), `root:${passwordHash}`]);
    expect(await seedOf(vmId)).toContain(JSON.stringify(sshKeys));
    expect(await compute.listReplaced(-1, signal)).toEqual([vmId]);
    await compute.revertInstance(vmId, { requestId: "another" }, signal);
    expect(await state()).not.toEqual(before);
    await twice(() => compute.revertInstance(vmId, { requestId: "first" }, signal));
    expect(await state()).toEqual(before);
    expect(await seedOf(vmId)).toContain(JSON.stringify(["ssh-ed25519 AAAA key"]));

    await compute.updateAccess(vmId, { sshKeys: [], passwordHash: null, requestId: "second" }, signal);
    expect(await state()).toEqual(["", before[1]]);
    await twice(() => compute.discardReplaced(vmId, -1, signal));
    expect(await compute.listReplaced(-1, signal)).toEqual([]);
    await compute.revertInstance(vmId, { requestId: "second" }, signal);
    expect(await state()).toEqual(["", before[1]]);
    await compute.deleteInstance(vmId, signal);
    expect(await files()).not.toContain(vmId);
    // Nothing in a machine without a seed would read the change at its next boot.
    const other = uniqueId("vm");
    await compute.createInstance(other, smallSpec(fixture), signal);
    await expect(compute.updateAccess(other, change, signal)).rejects.toMatchObject({
      code: "instance_not_running",
      retryable: false,
    });
    await compute.deleteInstance(other, signal);
  });

  test("a backup with a parent has what is new, and the disk of its moment; after a restore it is whole", async () => {
    const { compute, recovery, volumes } = fixture.provider;
    const [vmId, volumeId] = [uniqueId("vm"), uniqueId("vol")];
    const record = sampleRecord("backup", "nightly");
    await runningInstance(fixture, vmId);
    await volumes.createVolume(volumeId, { name: "data", sizeGb: 1, type: "ssd", source: null, record }, signal);
    await volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdb" }, signal);
    const parts = [{ volumeId, role: "data", sizeGb: 1 }] as const;
    const all = [...parts, { volumeId: uniqueId("vol"), role: "root", sizeGb: 4 }] as const;
    const backUp = async (parentBackupId: string | null) => {
      const backupId = uniqueId("bkp");
      const spec = { backupId, parentBackupId, record };
      const [copy] = await twice(() => recovery.createBackup(vmId, spec, all, signal));
      return { backupId, megabytes: Number((copy?.sizeBytes ?? 0n) / 2n ** 20n) };
    };
    const folder = "/var/lib/libvirt/fulmar";
    const disk = async () => (await files()).match(new RegExp(`^${volumeId}\\.volume\\S*qcow2$`, "m"))?.[0];
    const requireSame = async (backupId: string) => {
      const copy = `${folder}/${backupId}.${volumeId}.copy.qcow2`;
      await site.host.run("qemu-img", "compare", "-U", copy, `${folder}/${await disk()}`);
    };
    const fill = (byte: string, from: number, megabytes: number) =>
      fixture.run(
        vmId,
        `until [ -b /dev/vdb ]; do sleep 0.1; done
         head -c ${megabytes}m /dev/zero | tr '\\0' '${byte}' | dd of=/dev/vdb bs=1M seek=${from} conv=notrunc,fsync`,
      );
    await fill("a", 0, 40);
    const first = await backUp(null);
    expect(first.megabytes).toBeGreaterThanOrEqual(40);
    await requireSame(first.backupId);
    // Other bytes, zeros in the place of others, and a disk that grows.
    await fill("b", 8, 2);
    await fill("\\0", 20, 4);
    await fixture.run(vmId, "blkdiscard -o 31457280 -l 4194304 /dev/vdb");
    await volumes.growVolume(volumeId, 2, signal);
    const second = await backUp(first.backupId);
    expect(second.megabytes).toBeLessThan(10);
    await requireSame(second.backupId);
    await compute.stopInstance(vmId, { force: true }, signal);
    await volumes.growVolume(volumeId, 3, signal);
    await compute.growRootDisk(vmId, 6, signal);
    await compute.revertRootDisk(vmId, 4, signal);
    await compute.startInstance(vmId, signal);
    await fill("c", 2_100, 1);
    const third = await backUp(second.backupId);
    expect(third.megabytes).toBeLessThan(4);
    await requireSame(third.backupId);

    await compute.stopInstance(vmId, { force: true }, signal);
    await requireSame(third.backupId);
    await recovery.restoreBackup(vmId, second.backupId, parts, signal);
    // The disk keeps its size.
    expect(await volumes.findVolumes([volumeId], signal)).toMatchObject([{ sizeGb: 3 }]);
    await requireSame(second.backupId);
    await compute.startInstance(vmId, signal);
    await fill("d", 0, 1);
    const fourth = await backUp(third.backupId);
    expect(fourth.megabytes).toBeGreaterThanOrEqual(30);
    await requireSame(fourth.backupId);
    expect((await site.host.run("virsh", "checkpoint-list", vmId, "--name")).trim()).toBe(fourth.backupId);
    for (const { backupId } of [fourth, third, second, first]) await recovery.deleteBackup(vmId, backupId, signal);
    await compute.deleteInstance(vmId, signal);
    await volumes.deleteVolume(volumeId, signal);
    expect(await files()).not.toContain(volumeId);
  });

  test("the log of a guest that begins as a disk is read as a log", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await compute.createInstance(vmId, smallSpec(fixture), signal);
    const disk = withBackingFile(await readFile(await tinyImage())).subarray(0, 100_000);
    const path = join(site.host.folder, "log-of-a-guest");
    await writeFile(path, disk);
    await site.host.run("cp", path, `/var/lib/libvirt/fulmar/${vmId}.console.log`);
    expect(await compute.readConsoleLog(vmId, signal)).toEqual({ bytes: disk.subarray(-65_536), truncated: true });
    await compute.deleteInstance(vmId, signal);
    expect(await files()).not.toContain(vmId);
  });

  test("a restore that fails leaves the former disk of a volume, and one that does not leaves nothing of it", async () => {
    const { compute, recovery, volumes } = fixture.provider;
    const [vmId, volumeId, snapshotId] = [uniqueId("vm"), uniqueId("vol"), uniqueId("rp")];
    const record = sampleRecord("volume", "data");
    await compute.createInstance(vmId, smallSpec(fixture), signal);
    await volumes.createVolume(volumeId, { name: "data", sizeGb: 1, type: "ssd", source: null, record }, signal);
    await volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdb" }, signal);
    const parts = [{ volumeId, role: "data", sizeGb: 1 }] as const;
    await recovery.createSnapshot(vmId, { snapshotId, record }, parts, signal);
    const present = await volumes.findVolumes([volumeId], signal);
    expect(present).toEqual([{ volumeId, sizeGb: 1, attachedVmId: vmId }]);
    const before = await files();
    const copy = `/var/lib/libvirt/fulmar/${snapshotId}.${volumeId}.copy.qcow2`;
    await site.host.run("mv", copy, "/var/lib/libvirt/kept");
    await site.host.run("cp", "/etc/hosts", copy);
    await expect(recovery.restoreSnapshot(vmId, snapshotId, parts, signal)).rejects.toThrow();
    await site.host.run("mv", "/var/lib/libvirt/kept", copy);
    expect(await files()).toBe(before);
    expect(await volumes.findVolumes([volumeId], signal)).toEqual(present);
    await twice(() => recovery.restoreSnapshot(vmId, snapshotId, parts, signal));
    expect(await volumes.findVolumes([volumeId], signal)).toEqual(present);
    // As a worker leaves it that ended between the record and the definition.
    const kept = await recordOfVolume(fixture.site, volumeId, signal);
    const taken = `${volumeId}.volume-taken.qcow2`;
    await site.host.run("cp", `/var/lib/libvirt/fulmar/${kept?.disk}`, `/var/lib/libvirt/fulmar/${taken}`);
    await site.host.run("virsh", "pool-refresh", "fulmar");
    const begun = { ...kept, disk: taken, leftover: [kept?.disk] };
    await writeRecord(fixture.site, `${volumeId}.volume`, begun, signal);
    expect(await volumes.findVolumes([volumeId], signal)).toEqual(present);
    await recovery.restoreSnapshot(vmId, snapshotId, parts, signal);
    const disks = (await files()).match(new RegExp(`^${volumeId}\\.volume\\S*qcow2$`, "gm"));
    expect(disks).toHaveLength(1);
    expect(await site.host.run("virsh", "dumpxml", "--inactive", vmId)).toContain(`/${disks?.[0]}'`);
    await volumes.detachVolume(volumeId, vmId, signal);
    expect(await volumes.findVolumes([volumeId], signal)).toMatchObject([{ attachedVmId: null }]);
    await twice(() => volumes.deleteVolume(volumeId, signal));
    await compute.deleteInstance(vmId, signal);
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    expect(await files()).not.toContain(volumeId);
  });

  test("a copy that is no disk of its size, or names another file, is refused and leaves nothing", async () => {
    const { recovery } = fixture.provider;
    const [vmId, backupId] = [uniqueId("vm"), uniqueId("bkp")];
    const disk = await readFile(await tinyImage());
    const file = { name: "file-0", volumeId: "../of: anybody", role: "root", format: "qcow2", sizeGb: 1 } as const;
    async function* only(changed: object, bytes: Buffer) {
      async function* content() {
        // Beginnings come in pieces.
        yield bytes.subarray(0, 10);
        yield bytes.subarray(10);
      }
      yield { ...file, sizeBytes: bytes.length, ...changed, content: content() };
    }
    const before = await files();
    for (const [changed, bytes, message] of [
      [{ format: "lxd-instance" }, disk, "lxd-instance"],
      [{}, withBackingFile(disk), "backing file"],
      [{}, Buffer.from("QFI"), "qcow2"],
      [{ sizeBytes: disk.length + 1 }, disk, "another length"],
      [{ sizeBytes: disk.length - 1 }, disk, "another length"],
      [{ sizeGb: 0 }, disk, "larger than the 0 GB"],
    ] as const)
      await expect(recovery.importBackup(vmId, backupId, only(changed, bytes), signal)).rejects.toMatchObject({
        code: "copy_unsuitable",
        message: expect.stringContaining(message),
        retryable: false,
      });
    expect(await files()).toBe(before);
    await recovery.importBackup(vmId, backupId, only({}, disk), signal);
    expect(await recovery.findRecoveryPoints([backupId], signal)).toEqual([{ id: backupId, vmId, kind: "backup" }]);
    await recovery.deleteBackup(vmId, backupId, signal);
    expect(await files()).toBe(before);
  });
});

/** Where the name of a backing file is, and its length (QEMU: docs/interop/qcow2.txt). */
function withBackingFile(disk: Buffer): Buffer {
  const changed = Buffer.from(disk);
  changed.writeBigUInt64BE(0x200n, 8);
  changed.writeUInt32BE(11, 16);
  return changed;
}
