import { once } from "node:events";
import { posix } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Pool, procedures, type Volume } from "@fulmar/libvirt-rpc";
import { translated } from "../client/libvirt-client.ts";
import { asProviderError, says } from "../client/libvirt-refusal.ts";
import { refreshPool } from "../hosts/storage-door.ts";
import type { FolderSite } from "../libvirt-site.ts";
import { element, readXml, textAt, writeXml } from "../xml/xml-document.ts";

const GIBIBYTE = 2n ** 30n;

export const gibibytes = (count: number): bigint => BigInt(count) * GIBIBYTE;
export const inGibibytes = (bytes: bigint): number => Number(bytes / GIBIBYTE);

export async function poolOf({ storage, pool: name }: FolderSite, signal: AbortSignal): Promise<Pool> {
  return (await storage.call(procedures.poolLookupByName, { name }, signal)).pool;
}

/** The folder of the pool on the host. */
export async function folderOf(site: FolderSite, signal: AbortSignal): Promise<string> {
  const pool = await poolOf(site, signal);
  const { xml } = await site.storage.call(procedures.poolGetXml, { pool, flags: 0 }, signal);
  const path = textAt(readXml(xml), "target", "path");
  if (path === undefined) throw new Error(`The pool ${site.pool} has no path.`);
  return path;
}

/** All files of the pool. */
export async function filesIn(site: FolderSite, signal: AbortSignal): Promise<Volume[]> {
  const pool = await poolOf(site, signal);
  return (await site.storage.call(procedures.poolListAllVolumes, { pool, wanted: 1, flags: 0 }, signal)).volumes;
}

/** Looks for files that libvirt has not written itself. @throws ProviderError, retryable, while others are copied */
export async function refresh(site: FolderSite, signal: AbortSignal): Promise<void> {
  await refreshPool(await site.storage.host(signal), site.pool, signal);
}

/**
 * A file of the site's pool by its name, or one of any pool of the host by its path: disks of machines that were adopted
 * are where somebody put them.
 */
export async function findFile(site: FolderSite, name: string, signal: AbortSignal): Promise<Volume | undefined> {
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

/** virStorageVolInfoFlags */
const PHYSICAL = 1;

/** The length of a file. */
export async function physicalSize(site: FolderSite, volume: Volume, signal: AbortSignal): Promise<bigint> {
  const asked = { volume, flags: PHYSICAL };
  return (await site.storage.call(procedures.volumeGetInfoFlags, asked, signal)).allocation;
}

/** Creates a file of the pool; one of the name stays as it is. */
export async function createVolume(site: FolderSite, xml: string, name: string, signal: AbortSignal): Promise<Volume> {
  const pool = await poolOf(site, signal);
  try {
    return (await site.storage.call(procedures.volumeCreateXml, { pool, xml, flags: 0 }, signal)).volume;
  } catch (error) {
    const present = says(error, "volumeExists") ? await findFile(site, name, signal) : undefined;
    if (present === undefined) throw error;
    return present;
  }
}

/** Deletes files of the pool. They may be gone. */
export async function deleteFiles(site: FolderSite, names: readonly string[], signal: AbortSignal): Promise<void> {
  for (const name of names) {
    const volume = await findFile(site, name, signal);
    if (volume !== undefined) await site.storage.call(procedures.volumeDelete, { volume, flags: 0 }, signal);
  }
}

/** Writes a file of the pool anew. It is incomplete while it is written: its reader has to see that. */
export async function writeFile(site: FolderSite, name: string, content: Buffer, signal: AbortSignal): Promise<Volume> {
  await deleteFiles(site, [name], signal);
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

async function uploadFile(
  site: FolderSite,
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

/** Writes the content of a file that is as long. @throws what `send` throws, as a ProviderError if it is libvirt's */
export async function upload(
  site: FolderSite,
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
export async function readStream(site: FolderSite, volume: Volume, signal: AbortSignal): Promise<Readable> {
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
export async function readFile(site: FolderSite, volume: Volume, offset: bigint, signal: AbortSignal): Promise<Buffer> {
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
