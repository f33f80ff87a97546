// Firmware of machines at a site on libvirt, and access to those that are off.
import { createHash } from "node:crypto";
import { needs } from "@fulmar/testkit";
import { whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sampleRecord, signal, smallSpec, twice, uniqueId } from "../conformance/provider-fixture.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { type GuestFixture, startTrialSite, type TrialSite } from "./trial-site-fixture.ts";

const timeout = 300_000;
const UEFI = "img_uefi";

describe("a site on libvirt", { ...needs("libvirt", whyNoLibvirt({ ovn: true }) === undefined), timeout }, () => {
  let site: TrialSite;
  let fixture: GuestFixture;
  beforeAll(async () => {
    site = await startTrialSite();
    fixture = await site.open({ ...site.server, options: { ...(site.server.options as object), tpm: "on" } });
    await libvirtKind.importImage(site.server, UEFI, { file: await tinyImage("uefi"), cloudInit: true }, signal);
  }, timeout);
  afterAll(async () => {
    await fixture.close();
    await site.host.stop();
  });

  const files = () => site.host.run("ls", "/var/lib/libvirt/fulmar");
  const seedOf = (vmId: string) => site.host.run("cat", `/var/lib/libvirt/fulmar/${vmId}.seed.iso`);
  const definitionOf = (vmId: string) => site.host.run("virsh", "dumpxml", "--inactive", vmId);
  const sumOf = async (file: string) =>
    createHash("sha256")
      .update(await site.host.run("base64", `/var/lib/libvirt/fulmar/${file}`))
      .digest("hex");

  test("a machine boots by UEFI, changes its firmware with its image, and gets its variables back", async () => {
    const { compute, hosts, recovery } = fixture.provider;
    expect(await hosts.listHosts(signal)).toMatchObject([{ firmware: ["bios", "uefi"] }]);
    const [vmId, made, volumeId, snapshotId] = [uniqueId("vm"), uniqueId("vm"), uniqueId("vol"), uniqueId("rp")];
    await twice(() =>
      compute.createInstance(vmId, { ...smallSpec(fixture), templateId: UEFI, firmware: "uefi" }, signal),
    );
    await compute.startInstance(vmId, signal);
    const isByUefi = () => fixture.run(vmId, "[ -d /sys/firmware/efi ] && echo yes; true");
    expect(await isByUefi()).toBe("yes\n");
    const tpm = () => fixture.run(vmId, "cat /sys/class/tpm/tpm0/tpm_version_major");
    expect(await tpm()).toBe("2\n");
    await fixture.mark(vmId, "first");
    const root = { volumeId, role: "root", sizeGb: 4 } as const;
    await recovery.createSnapshot(vmId, { snapshotId, record: sampleRecord("snapshot_set", "s") }, [root], signal);
    await compute.stopInstance(vmId, { force: true }, signal);
    const variables = await sumOf(`${vmId}.vars-first.fd`);

    await twice(() => compute.setRescueMode(vmId, true, signal));
    expect(await definitionOf(vmId)).toContain(`${vmId}.vars-rescue.fd<`);
    await twice(() => compute.setRescueMode(vmId, false, signal));
    const rebuild = { templateId: fixture.images[0], firmware: "bios", requestId: "rebuild" } as const;
    await twice(() => compute.rebuildInstance(vmId, rebuild, signal));
    expect(await definitionOf(vmId)).not.toMatch(/firmware|nvram/);
    await twice(() => compute.revertInstance(vmId, { requestId: "rebuild" }, signal));
    expect(await sumOf(`${vmId}.vars-first.fd`)).toBe(variables);
    await compute.startInstance(vmId, signal);
    expect(await isByUefi()).toBe("yes\n");
    expect(await tpm()).toBe("2\n");
    expect(await fixture.markOf(vmId)).toBe("first");
    await compute.stopInstance(vmId, { force: true }, signal);

    // A copy knows what boots it, and so does a machine that gets its former disk back.
    const point = { kind: "snapshot", pointId: snapshotId, vmId, volumeId, newVolumeId: uniqueId("vol") } as const;
    await compute.createInstance(made, { ...smallSpec(fixture), point }, signal);
    expect(await definitionOf(made)).toContain(`${made}.vars-first.fd<`);
    await compute.rebuildInstance(vmId, { ...rebuild, requestId: "again" }, signal);
    await compute.discardReplaced(vmId, -1, signal);
    expect(await files()).not.toContain(`${vmId}.vars`);
    await twice(() => recovery.restoreSnapshot(vmId, snapshotId, [root], signal));
    expect(await definitionOf(vmId)).toContain("firmware='efi'");
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    for (const id of [vmId, made]) {
      await twice(() => compute.deleteInstance(id, signal));
      expect(await files()).not.toContain(id);
    }
    expect(await site.host.run("ls", "/var/lib/libvirt/swtpm")).toBe("");
  });

  test("access to a machine that is off changes at its next boot, once", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    const [keys, hash] = [["ssh-ed25519 BBBB it's", "ssh-rsa CCCC two"], "$6$salt$hash.of/it"];
    await compute.createInstance(vmId, smallSpec(fixture), signal);
    await compute.configureInstance(vmId, { hostname: "web", sshKeys: ["ssh-rsa AAAA"], userData: null }, signal);
    const state = async () => [
      (await fixture.run(vmId, "cat /root/.ssh/authorized_keys")).trim(),
      (await fixture.run(vmId, "cut -d: -f2 /etc/shadow")).trim(),
    ];
    const change = { sshKeys: keys, passwordHash: null, requestId: "keys" };
    const former = await seedOf(vmId);
    await twice(() => compute.updateAccess(vmId, change, signal));
    expect(await compute.listReplaced(-1, signal)).toEqual([vmId]);
    await twice(() => compute.revertInstance(vmId, { requestId: "keys" }, signal));
    expect(await seedOf(vmId)).toBe(former);
    await compute.updateAccess(vmId, change, signal);
    await compute.startInstance(vmId, signal);
    await expect.poll(state).toEqual([keys.join("\n"), ""]);
    // The users of a first boot are made after boothooks, so the change comes after them.
    await expect.poll(() => fixture.run(vmId, "cat /var/lib/fulmar/access-keys || true")).not.toBe("");
    // Whoever logs in may change keys, and no later boot takes that back.
    await fixture.run(vmId, "echo own > /root/.ssh/authorized_keys; sync");
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => compute.updateAccess(vmId, { sshKeys: null, passwordHash: hash, requestId: "hash" }, signal));
    await compute.startInstance(vmId, signal);
    expect(await state()).toEqual(["own", hash]);
    // The agent gives back what the last change replaced.
    await twice(() => compute.revertInstance(vmId, { requestId: "hash" }, signal));
    expect(await state()).toEqual(["own", ""]);
    expect(await seedOf(vmId)).toContain(JSON.stringify(keys));
    await compute.updateAccess(vmId, { sshKeys: [], passwordHash: null, requestId: "by agent" }, signal);
    expect(await state()).toEqual(["", ""]);
    expect(await seedOf(vmId)).not.toContain("authorized_keys");
    await compute.deleteInstance(vmId, signal);
    expect(await files()).not.toContain(vmId);
  });

  test("a site whose machines have a TPM is refused where its host emulates none", async () => {
    const options = { ...(site.server.options as object), tpm: "on" };
    await libvirtKind.prepare({ ...site.server, options }, signal);
    const swtpm = (await site.host.run("sh", "-c", "command -v swtpm")).trim();
    await site.host.run("mount", "--bind", "/dev/null", swtpm);
    onTestFinished(async () => {
      await site.host.run("umount", swtpm);
      await site.host.killDaemon();
    });
    await site.host.killDaemon();
    await expect(libvirtKind.prepare({ ...site.server, options }, signal)).rejects.toMatchObject({
      ...{ code: "site_unfit", message: expect.stringContaining("install the packages swtpm and swtpm-tools") },
    });
  });

  test("with Secure Boot, firmware refuses a boot loader that nobody signed", async () => {
    const server = { ...site.server, options: { ...(site.server.options as object), secure_boot: "on" } };
    await libvirtKind.prepare(server, signal);
    const provider = libvirtKind.open(server);
    onTestFinished(() => provider.close());
    const vmId = uniqueId("vm");
    const spec = { ...smallSpec(fixture), templateId: UEFI, firmware: "uefi" } as const;
    await provider.compute.createInstance(vmId, spec, signal);
    await provider.compute.startInstance(vmId, signal);
    const log = async () => (await provider.compute.readConsoleLog(vmId, signal)).bytes.toString();
    await expect.poll(log, { timeout: 120_000 }).toContain("Access Denied");
    await provider.compute.deleteInstance(vmId, signal);
  });
});
