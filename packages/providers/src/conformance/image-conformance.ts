import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImageOrigin } from "../ports/image-port.ts";
import type { CaptureVolume } from "../ports/recovery-port.ts";
import {
  type ProviderFixture,
  runningInstance,
  sampleRecord,
  signal,
  smallSpec,
  twice,
  uniqueId,
} from "./provider-fixture.ts";

/** Conformance tests of the image port, for every provider: what a machine made from an image has, and what is left. */
export function imageConformance(open: () => Promise<ProviderFixture>) {
  let fixture: ProviderFixture;
  const vmId = uniqueId("vm");
  const root: CaptureVolume = { volumeId: uniqueId("vol"), role: "root", sizeGb: 4 };
  const record = sampleRecord("vm_image", "golden");
  const current: ImageOrigin = { vmId, root, point: null };
  const create = (imageId: string, source = current) =>
    fixture.provider.images.createImage(imageId, { name: "golden", source, record }, signal);

  beforeAll(async () => {
    fixture = await open();
    await runningInstance(fixture, vmId);
  });
  afterAll(async () => {
    await fixture.provider.compute.deleteInstance(vmId, signal);
    await fixture.close();
  });

  /** Makes a running machine from an image. */
  const machineFrom = async (imageId: string) => {
    const { compute } = fixture.provider;
    const made = uniqueId("vm");
    await compute.createInstance(made, { ...smallSpec(fixture, "copy"), templateId: imageId }, signal);
    await compute.provisionInstance(made, signal);
    await compute.configureInstance(made, { hostname: "copy", sshKeys: [], userData: null }, signal);
    await compute.startInstance(made, signal);
    return made;
  };

  test("an image of a running machine has its disk, of its first call, and the machine runs on", async () => {
    const { compute, images } = fixture.provider;
    const imageId = uniqueId("img");
    await fixture.mark(vmId, "golden");
    const boot = await fixture.bootOf(vmId);
    const before = await fixture.inventory();
    const made = await create(imageId);
    expect(made.sizeBytes).toBeGreaterThan(0n);
    await fixture.mark(vmId, "later");
    expect(await create(imageId)).toEqual(made);
    expect(await fixture.bootOf(vmId)).toBe(boot);
    expect(await fixture.inventory()).toEqual(before);

    const copy = await machineFrom(imageId);
    expect(await fixture.markOf(copy)).toBe("golden");
    expect(await compute.findInstances([copy], signal)).toMatchObject([{ templateId: imageId, power: "running" }]);
    await twice(() => images.deleteImage(imageId, signal));
    expect(await fixture.markOf(copy)).toBe("golden");
    await compute.deleteInstance(copy, signal);
    expect(await fixture.markOf(vmId)).toBe("later");
  });

  test("a stopped machine is rebuilt from an image of another, and gets its old disk back", async () => {
    const { compute, images } = fixture.provider;
    const [imageId, other] = [uniqueId("img"), uniqueId("vm")];
    await fixture.mark(vmId, "golden");
    await compute.stopInstance(vmId, { force: true }, signal);
    await twice(() => create(imageId));
    await compute.startInstance(vmId, signal);
    await runningInstance(fixture, other);
    await compute.stopInstance(other, { force: true }, signal);
    await twice(() => compute.rebuildInstance(other, { templateId: imageId, requestId: "rebuild" }, signal));
    await compute.configureInstance(other, { hostname: "web", sshKeys: [], userData: null }, signal);
    await compute.startInstance(other, signal);
    expect(await fixture.markOf(other)).toBe("golden");
    await compute.stopInstance(other, { force: true }, signal);
    await compute.revertInstance(other, { requestId: "rebuild" }, signal);
    expect(await compute.findInstances([other], signal)).toMatchObject([{ templateId: fixture.images[0] }]);
    await compute.deleteInstance(other, signal);
    await images.deleteImage(imageId, signal);
  });

  test.each(["snapshot", "backup"] as const)("an image of a %s has the disk of that time", async (kind) => {
    const { compute, images, recovery } = fixture.provider;
    const [imageId, pointId] = [uniqueId("img"), uniqueId("rp")];
    await fixture.write(vmId, { volumeId: root.volumeId, devicePath: null }, "past");
    const copied = sampleRecord(kind, "a copy");
    if (kind === "snapshot")
      await recovery.createSnapshot(vmId, { snapshotId: pointId, record: copied }, [root], signal);
    else await recovery.createBackup(vmId, { backupId: pointId, parentBackupId: null, record: copied }, [root], signal);
    await fixture.write(vmId, { volumeId: root.volumeId, devicePath: null }, "present");
    await twice(() => create(imageId, { vmId, root, point: { kind, id: pointId } }));
    const copy = await machineFrom(imageId);
    expect(await fixture.markOf(copy)).toBe("past");
    await compute.deleteInstance(copy, signal);
    await images.deleteImage(imageId, signal);
    if (kind === "snapshot") await recovery.deleteSnapshot(vmId, pointId, signal);
    else await recovery.deleteBackup(vmId, pointId, signal);
  });

  test("an exported image is imported beside itself, with its disk and a record of its own", async () => {
    const { compute, images, inventory } = fixture.provider;
    const [imageId, copyId] = [uniqueId("img"), uniqueId("imgc")];
    await fixture.mark(vmId, "brought");
    const made = await create(imageId);
    const folder = await mkdtemp(join(tmpdir(), "fulmar-conformance-"));
    const record = sampleRecord("image_copy", copyId);
    try {
      const exported = await images.exportImage(imageId, join(folder, "image"), signal);
      expect(exported.architecture).toBe(made.architecture);
      const brought = await twice(() => images.importImage(copyId, { name: "golden", ...exported, record }, signal));
      expect(brought.sizeBytes).toBeGreaterThanOrEqual(made.sizeBytes);
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(await inventory.describe("image", copyId, signal)).toMatchObject({ id: copyId, record });
    expect(new Set(await images.findImages([imageId, copyId], signal))).toEqual(new Set([imageId, copyId]));
    await images.deleteImage(imageId, signal);
    const copy = await machineFrom(copyId);
    expect(await fixture.markOf(copy)).toBe("brought");
    await compute.deleteInstance(copy, signal);
    await twice(() => images.deleteImage(copyId, signal));
    expect(await images.findImages([imageId, copyId], signal)).toEqual([]);
  });

  test("images are found, listed once in pages, and described with their records", async () => {
    const { images, inventory } = fixture.provider;
    const ids = [uniqueId("img"), uniqueId("img")].toSorted((a, b) => (a < b ? -1 : 1));
    for (const imageId of ids) await create(imageId);
    expect(new Set(await images.findImages([...ids, uniqueId("img")], signal))).toEqual(new Set(ids));
    const all: string[] = [];
    for (let page = [""]; page.length > 0; ) {
      page = await images.listImages({ after: page.at(-1) ?? "", limit: 1 }, signal);
      all.push(...page);
    }
    expect(all.filter((imageId) => ids.includes(imageId))).toEqual(ids);
    expect(await inventory.describe("image", ids[0] ?? "", signal)).toMatchObject({
      ...{ kind: "image", id: ids[0], name: "golden", record, madeAt: expect.any(Date) },
      image: { sizeBytes: expect.any(BigInt) },
    });
    for (const imageId of ids) await images.deleteImage(imageId, signal);
    expect(await images.findImages(ids, signal)).toEqual([]);
  });

  test("impossible calls fail without retry, and deleting a missing image succeeds", async () => {
    const { images } = fixture.provider;
    const forGood = (code: string) => ({ name: "ProviderError", code, retryable: false });
    await expect(create(uniqueId("img"), { ...current, vmId: uniqueId("vm") })).rejects.toMatchObject(
      forGood("instance_not_found"),
    );
    for (const kind of ["snapshot", "backup"] as const)
      await expect(create(uniqueId("img"), { ...current, point: { kind, id: uniqueId("rp") } })).rejects.toMatchObject(
        forGood(`${kind}_not_found`),
      );
    await expect(images.exportImage(uniqueId("img"), join(tmpdir(), "none"), signal)).rejects.toMatchObject(
      forGood("image_not_found"),
    );
    await images.deleteImage(uniqueId("img"), signal);
  });
}
