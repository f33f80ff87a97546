// Disks that are files of the pool: qcow2, made and copied by libvirt.
import { pipeline } from "node:stream/promises";
import { procedures, type Volume } from "@fulmar/libvirt-rpc";
import { says } from "../../client/libvirt-refusal.ts";
import type { FolderSite } from "../../libvirt-site.ts";
import { element, readXml, textAt, writeXml } from "../../xml/xml-document.ts";
import type { NewDisk } from "../disks.ts";
import { createVolume, deleteFiles, findFile, physicalSize, poolOf, upload } from "../pool.ts";

/** virStorageVolResizeFlags */
const SHRINK = 4;

/** The size of a disk in bytes, and how much of it is in use. */
export async function sizeOfFile(site: FolderSite, volume: Volume, signal: AbortSignal) {
  const { capacity, allocation } = await site.storage.call(procedures.volumeGetInfo, { volume }, signal);
  return { capacity, allocation };
}

/** The path of what a disk is on; undefined for one that stands alone. */
export async function backingOf(site: FolderSite, volume: Volume, signal: AbortSignal): Promise<string | undefined> {
  const { xml } = await site.storage.call(procedures.volumeGetXml, { volume, flags: 0 }, signal);
  return textAt(readXml(xml), "backingStore", "path");
}

interface NewFile extends NewDisk {
  /** The path of the image whose content it has. */
  readonly backing?: string;
  /** Bytes that are allocated at once; by default as QEMU chooses. */
  readonly clusterBytes?: number;
}

/** Creates a disk; one of the name stays as it is. Empty disks and those on an image take their space as it is used. */
export async function createDisk(site: FolderSite, disk: NewFile, signal: AbortSignal): Promise<Volume> {
  return createVolume(site, volumeXml(disk), disk.name, signal);
}

/** Creates a disk as a copy of another; one of the name stays as it is. */
export async function copyDisk(site: FolderSite, disk: NewFile, source: Volume, signal: AbortSignal): Promise<Volume> {
  const pool = await poolOf(site, signal);
  try {
    const given = { pool, xml: volumeXml(disk), source, flags: 0 };
    return (await site.storage.callApart(procedures.volumeCreateXmlFrom, given, signal)).volume;
  } catch (error) {
    const present = says(error, "volumeExists") ? await findFile(site, disk.name, signal) : undefined;
    if (present === undefined) throw error;
    return present;
  }
}

function volumeXml({ name, capacity, backing, clusterBytes }: NewFile): string {
  const clusters =
    clusterBytes === undefined ? undefined : element("clusterSize", { unit: "bytes" }, String(clusterBytes));
  const onImage =
    backing === undefined
      ? undefined
      : element("backingStore", {}, element("path", {}, backing), element("format", { type: "qcow2" }));
  return writeXml(
    element(
      "volume",
      {},
      element("name", {}, name),
      element("capacity", { unit: "bytes" }, String(capacity)),
      // libvirt would choose the form of QEMU before 1.1, which keeps no bitmap of what has changed.
      element("target", {}, element("format", { type: "qcow2" }), element("compat", {}, "1.1"), clusters),
      onImage,
    ),
  );
}

/** Sets the size of a disk that no running machine has. */
export async function resizeDisk(site: FolderSite, volume: Volume, capacity: bigint, signal: AbortSignal) {
  const { capacity: present } = await sizeOfFile(site, volume, signal);
  if (capacity === present) return;
  const flags = capacity < present ? SHRINK : 0;
  await site.storage.call(procedures.volumeResize, { volume, capacity, flags }, signal);
}

/** The smallest clusters of qcow2. An empty disk of them is shorter than any file that replaces it. */
const SMALLEST_CLUSTER = 512;

/**
 * Writes the file of a disk, which is a qcow2 that was checked, into the place of an empty one: the host never looks what
 * a file might be. One of the name is replaced.
 * @param length of the content
 * @throws what reading the content throws
 */
export async function uploadDisk(
  site: FolderSite,
  name: string,
  content: AsyncIterable<Uint8Array>,
  length: bigint,
  signal: AbortSignal,
): Promise<Volume> {
  await deleteFiles(site, [name], signal);
  const disk = await createDisk(site, { name, capacity: 0n, clusterBytes: SMALLEST_CLUSTER }, signal);
  await upload(site, disk, length, (stream) => pipeline(content, stream, { signal }), signal);
  if ((await physicalSize(site, disk, signal)) !== length) throw new Error(`The host has another length of ${name}.`);
  return disk;
}
