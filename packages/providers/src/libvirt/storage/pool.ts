import { once } from "node:events";
import { posix } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Pool, procedures, type Volume } from "@fulmar/libvirt-rpc";
import { translated } from "../client/libvirt-client.ts";
import { asProviderError, says } from "../client/libvirt-refusal.ts";
import { refreshPool } from "../hosts/storage-door.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { element, readXml, textAt, writeXml } from "../xml/xml-document.ts";

const GIBIBYTE = 2n ** 30n;
/** virStorageVolResizeFlags */
const SHRINK = 4;

export const gibibytes = (count: number): bigint => BigInt(count) * GIBIBYTE;
export const inGibibytes = (bytes: bigint): number => Number(bytes / GIBIBYTE);

export async function poolOf({ storage, pool: name }: LibvirtSite, signal: AbortSignal): Promise<Pool> {
  return (await storage.call(procedures.poolLookupByName, { name }, signal)).pool;
}

/** The folder of the pool on the host. */
export async function folderOf(site: LibvirtSite, signal: AbortSignal): Promise<string> {
  const pool = await poolOf(site, signal);
  const { xml } = await site.storage.call(procedures.poolGetXml, { pool, flags: 0 }, signal);
  const path = textAt(readXml(xml), "target", "path");
  if (path === undefined) throw new Error(`The pool ${site.pool} has no path.`);
  return path;
}

/** The names of all volumes of the pool. */
export async function volumesIn(site: LibvirtSite, signal: AbortSignal): Promise<Volume[]> {
  const pool = await poolOf(site, signal);
  return (await site.storage.call(procedures.poolListAllVolumes, { pool, wanted: 1, flags: 0 }, signal)).volumes;
}

/** Looks for files that libvirt has not written itself. @throws ProviderError, retryable, while others are copied */
export async function refresh(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  await refreshPool(await site.storage.host(signal), site.pool, signal);
}

/**
 * A file of the site's pool by its name, or one of any pool of the host by its path: disks of machines that were adopted
 * are where somebody put them.
 */
export async function findVolume(site: LibvirtSite, name: string, signal: AbortSignal): Promise<Volume | undefined> {
  try {
    if (name.startsWith("/")) {
      // Hosts share their folder alone: another one may have another file there.
      if (site.hosts.length > 1 && posix.dirname(name) !== (await folderOf(site, signal))) return undefined;
      return (await site.storage.call(procedures.volumeLookupByPath, { path: name }, signal)).volume;
    }
    const pool = await poolOf(site, signal);
    return (await site.storage.call(procedures.volumeLookupByName, { pool, name }, signal)).volume;
  } catch (error) {
    if (says(error, "noVolume")) return undefined;
    throw error;
  }
}

/** The size of a disk in bytes, and how much of it is in use. */
export async function sizeOfVolume(site: LibvirtSite, volume: Volume, signal: AbortSignal) {
  const { capacity, allocation } = await site.storage.call(procedures.volumeGetInfo, { volume }, signal);
  return { capacity, allocation };
}

/** The path of what a disk is on; undefined for one that stands alone. */
export async function backingOf(site: LibvirtSite, volume: Volume, signal: AbortSignal): Promise<string | undefined> {
  const { xml } = await site.storage.call(procedures.volumeGetXml, { volume, flags: 0 }, signal);
  return textAt(readXml(xml), "backingStore", "path");
}

/** virStorageVolInfoFlags */
const PHYSICAL = 1;

/** The length of a volume's file. */
export async function physicalSize(site: LibvirtSite, volume: Volume, signal: AbortSignal): Promise<bigint> {
  const asked = { volume, flags: PHYSICAL };
  return (await site.storage.call(procedures.volumeGetInfoFlags, asked, signal)).allocation;
}

interface NewDisk {
  readonly name: string;
  readonly capacity: bigint;
  /** The path of the image whose content it has. */
  readonly backing?: string;
  /** Bytes that are allocated at once; by default as QEMU chooses. */
  readonly clusterBytes?: number;
}

/** Creates a disk; one of the name stays as it is. Empty disks and those on an image take their space as it is used. */
export async function createDisk(site: LibvirtSite, disk: NewDisk, signal: AbortSignal): Promise<Volume> {
  return createVolume(site, volumeXml(disk), disk.name, signal);
}

/** Creates a disk as a copy of another; one of the name stays as it is. */
export async function copyDisk(site: LibvirtSite, disk: NewDisk, source: Volume, signal: AbortSignal): Promise<Volume> {
  const pool = await poolOf(site, signal);
  try {
    const given = { pool, xml: volumeXml(disk), source, flags: 0 };
    return (await site.storage.callApart(procedures.volumeCreateXmlFrom, given, signal)).volume;
  } catch (error) {
    const present = says(error, "volumeExists") ? await findVolume(site, disk.name, signal) : undefined;
    if (present === undefined) throw error;
    return present;
  }
}

function volumeXml({ name, capacity, backing, clusterBytes }: NewDisk): string {
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

async function createVolume(site: LibvirtSite, xml: string, name: string, signal: AbortSignal): Promise<Volume> {
  const pool = await poolOf(site, signal);
  try {
    return (await site.storage.call(procedures.volumeCreateXml, { pool, xml, flags: 0 }, signal)).volume;
  } catch (error) {
    const present = says(error, "volumeExists") ? await findVolume(site, name, signal) : undefined;
    if (present === undefined) throw error;
    return present;
  }
}

/** Sets the size of a disk that no running machine has. */
export async function resizeDisk(site: LibvirtSite, volume: Volume, capacity: bigint, signal: AbortSignal) {
  const { capacity: present } = await sizeOfVolume(site, volume, signal);
  if (capacity === present) return;
  const flags = capacity < present ? SHRINK : 0;
  await site.storage.call(procedures.volumeResize, { volume, capacity, flags }, signal);
}

/** Deletes volumes. They may be gone. */
export async function deleteVolumes(site: LibvirtSite, names: readonly string[], signal: AbortSignal): Promise<void> {
  for (const name of names) {
    const volume = await findVolume(site, name, signal);
    if (volume !== undefined) await site.storage.call(procedures.volumeDelete, { volume, flags: 0 }, signal);
  }
}

/** Writes a file of the pool anew. It is incomplete while it is written: its reader has to see that. */
export async function writeFile(
  site: LibvirtSite,
  name: string,
  content: Buffer,
  signal: AbortSignal,
): Promise<Volume> {
  await deleteVolumes(site, [name], signal);
  return uploadFile(
    site,
    name,
    BigInt(content.length),
    async (stream) => {
      stream.end(content);
      await once(stream, "finish", { signal });
    },
    signal,
  );
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
  site: LibvirtSite,
  name: string,
  content: AsyncIterable<Uint8Array>,
  length: bigint,
  signal: AbortSignal,
): Promise<Volume> {
  await deleteVolumes(site, [name], signal);
  const disk = await createDisk(site, { name, capacity: 0n, clusterBytes: SMALLEST_CLUSTER }, signal);
  await upload(site, disk, length, (stream) => pipeline(content, stream, { signal }), signal);
  if ((await physicalSize(site, disk, signal)) !== length) throw new Error(`The host has another length of ${name}.`);
  return disk;
}

async function uploadFile(
  site: LibvirtSite,
  name: string,
  length: bigint,
  send: (stream: NodeJS.WritableStream) => Promise<void>,
  signal: AbortSignal,
): Promise<Volume> {
  const xml = writeXml(
    element(
      "volume",
      {},
      element("name", {}, name),
      element("capacity", { unit: "bytes" }, String(length)),
      element("target", {}, element("format", { type: "raw" })),
    ),
  );
  const volume = await createVolume(site, xml, name, signal);
  await upload(site, volume, length, send, signal);
  return volume;
}

async function upload(
  site: LibvirtSite,
  volume: Volume,
  length: bigint,
  send: (stream: NodeJS.WritableStream) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const whole = { volume, offset: 0n, length, flags: 0 };
  const stream = await site.storage.stream(procedures.volumeUpload, whole, signal);
  try {
    await translated(() => send(stream));
  } finally {
    stream.on("error", () => undefined).destroy();
  }
}

/** Reads a file of the pool at the pace of its reader. It fails with a ProviderError. */
export async function readStream(site: LibvirtSite, volume: Volume, signal: AbortSignal): Promise<Readable> {
  const whole = { volume, offset: 0n, length: 0n, flags: 0 };
  const stream = await site.storage.stream(procedures.volumeDownload, whole, signal);
  const read = new PassThrough();
  pipeline(stream, read, { signal }).catch((error: unknown) => read.destroy(asError(asProviderError(error))));
  return read;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Reads a file of the pool from an offset to its end. */
export async function readFile(
  site: LibvirtSite,
  volume: Volume,
  offset: bigint,
  signal: AbortSignal,
): Promise<Buffer> {
  const part = { volume, offset, length: 0n, flags: 0 };
  const stream = await site.storage.stream(procedures.volumeDownload, part, signal);
  const stop = () => stream.destroy(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await translated(() => buffer(stream));
  } finally {
    signal.removeEventListener("abort", stop);
    stream.on("error", () => undefined).destroy();
  }
}
