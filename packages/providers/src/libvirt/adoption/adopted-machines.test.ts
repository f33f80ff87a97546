// Adoption, and the files of machines that were adopted or released: only those of the machine itself are ever deleted.
import { needs } from "@fulmar/testkit";
import { whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adoptionConformance } from "../../conformance/adoption-conformance.ts";
import { sampleRecord, signal, smallSpec, twice, uniqueId } from "../../conformance/provider-fixture.ts";
import type { MachineLabels } from "../../ports/adoption-port.ts";
import { libvirtKind } from "../libvirt-kind.ts";
import { findFile } from "../storage/pool.ts";
import { type GuestFixture, startTrialSite, type TrialSite } from "../trial-site-fixture.ts";

const timeout = 300_000;
const [THEIRS, OURS] = ["/var/lib/libvirt/images", "/var/lib/libvirt/fulmar"];

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

  describe("adoption", () => adoptionConformance(() => site.open()));

  const files = (folder: string) => site.host.run("ls", folder);
  const definitionOf = (machine: string) => site.host.run("virsh", "dumpxml", "--inactive", machine);
  const labels = (machine: string, volumes: MachineLabels["volumes"] = []): MachineLabels => ({
    ...{ machine, vmId: uniqueId("vm"), vmName: "Web", planId: "small", templateId: "unknown" },
    ...{ rootVolumeId: uniqueId("root"), record: sampleRecord("vm", "Web"), volumes },
  });

  test("an adopted machine is rebuilt with a seed, gets its disk back, and is deleted with its own disk alone", async () => {
    const { adoption, compute, volumes } = fixture.provider;
    const [machine, disk, volumeId] = ["web-1", "notes-1", uniqueId("vol")];
    await fixture.byHand.make(machine, disk);
    await site.host.run("cp", `${THEIRS}/${machine}.qcow2`, `${THEIRS}/neighbour.qcow2`);
    const volume = { volume: disk, volumeId, volumeName: "notes", devicePath: "/dev/vdb" };
    const adopted = labels(machine, [{ ...volume, record: sampleRecord("volume", "notes") }]);
    const { vmId } = adopted;
    await adoption.labelMachine(adopted, signal);
    expect(await findFile(fixture.site, `${THEIRS}/nothing.qcow2`, signal)).toBeUndefined();
    await expect(adoption.labelMachine(labels(machine), signal)).rejects.toMatchObject({ code: "machine_taken" });
    await compute.stopInstance(vmId, { force: true }, signal);
    const change = { sshKeys: [], passwordHash: null, requestId: "keys" };
    await expect(compute.updateAccess(vmId, change, signal)).rejects.toMatchObject({ code: "instance_not_running" });
    await expect(compute.setRescueMode(vmId, true, signal)).rejects.toThrow();

    const rebuild = { templateId: fixture.images[0], requestId: "rebuild" };
    await twice(() => compute.rebuildInstance(vmId, rebuild, signal));
    const configuration = { hostname: "web", sshKeys: ["ssh-ed25519 AAAA new"], userData: null };
    await twice(() => compute.configureInstance(vmId, configuration, signal));
    await compute.startInstance(vmId, signal);
    expect(await fixture.run(vmId, "cat /root/.ssh/authorized_keys")).toContain("AAAA new");
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => compute.revertInstance(vmId, { requestId: "rebuild" }, signal));
    expect(await definitionOf(machine)).toContain(`${THEIRS}/${machine}.qcow2`);

    await twice(() => compute.deleteInstance(vmId, signal));
    expect(await files(THEIRS)).toBe("neighbour.qcow2\n");
    expect(await files(OURS)).toContain(disk);
    expect(await volumes.findVolumes([volumeId], signal)).toMatchObject([{ attachedVmId: null }]);
    await twice(() => volumes.deleteVolume(volumeId, signal));
    for (const gone of [disk, volumeId, vmId]) expect(await files(OURS)).not.toContain(gone);
  });

  test("what a released machine has stays, whatever is done about the VM that it was", async () => {
    const { adoption, compute, volumes } = fixture.provider;
    const [vmId, volumeId] = [uniqueId("vm"), uniqueId("vol")];
    const record = sampleRecord("volume", "data");
    await compute.createInstance(vmId, smallSpec(fixture), signal);
    await volumes.createVolume(volumeId, { name: "data", sizeGb: 1, type: "ssd", source: null, record }, signal);
    await volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdb" }, signal);
    expect(await adoption.releaseMachine(vmId, [volumeId], signal)).toBe(vmId);
    expect(await adoption.releaseMachine(vmId, [volumeId], signal)).toBeNull();
    const released = (await files(OURS)).match(new RegExp(`^(${vmId}|${volumeId})\\..*qcow2$`, "gm")) ?? [];
    expect(released).toHaveLength(2);
    await twice(() => compute.deleteInstance(vmId, signal));
    await volumes.deleteVolume(volumeId, signal);
    await expect(compute.createInstance(vmId, smallSpec(fixture), signal)).rejects.toMatchObject({
      code: "name_in_use",
    });
    expect(await libvirtKind.remove(site.server, signal)).toEqual({ projectRemoved: false });
    for (const file of released) expect(await files(OURS)).toContain(file);

    const again = uniqueId("vol");
    const volume = { volume: `${volumeId}.volume.qcow2`, volumeId: again, volumeName: "data", devicePath: "/dev/vdb" };
    const adopted = labels(vmId, [{ ...volume, record }]);
    await adoption.labelMachine(adopted, signal);
    expect(await volumes.findVolumes([again, volumeId], signal)).toEqual([
      { volumeId: again, sizeGb: 1, attachedVmId: adopted.vmId },
    ]);
    await compute.deleteInstance(adopted.vmId, signal);
    await volumes.deleteVolume(again, signal);
    for (const id of [vmId, volumeId, again, adopted.vmId]) expect(await files(OURS)).not.toContain(id);
  });
});
