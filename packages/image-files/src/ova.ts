import { otherFormat } from "./formats.ts";
import { type ImageFile, RefusedFile, readAll } from "./image-file.ts";
import { type ByteSource, type TarEntry, tarEntries } from "./tar-entries.ts";

const SECTOR = 512;
const VMDK_HEADER = 512;
const MOST_DESCRIPTOR = 20 * SECTOR;

/** Where the disk of an OVA is in its file. */
export interface OvaDisk {
  readonly at: number;
  readonly size: number;
  readonly virtualBytes: number;
}

/**
 * Finds the one disk of an OVA, which is a VMDK. @throws RefusedFile for an archive with paths, links, several disks, or
 * a disk that names other files
 */
export async function ovaDisk(file: ImageFile): Promise<OvaDisk> {
  const disks: TarEntry[] = [];
  let described = false;
  for await (const entry of tarEntries(inFile(file))) {
    if (!described && disks.length === 0 && !entry.name.endsWith(".ovf")) throw otherFormat("ova", undefined);
    if (entry.kind !== "file")
      throw new RefusedFile(`The OVA has a ${entry.kind} (${shown(entry)}); pack files alone.`);
    if (!/^[^/\\]{1,255}$/.test(entry.name) || entry.name.startsWith("."))
      throw new RefusedFile(`The OVA has a file in a folder (${shown(entry)}); pack its files without folders.`);
    if (entry.at + entry.size > file.size) throw new RefusedFile("The OVA ends within a file; send all of it.");
    if (entry.name.endsWith(".ovf")) described = true;
    else if (!/\.(mf|cert)$/.test(entry.name)) disks.push(entry);
  }
  const [disk, another] = disks;
  if (disk === undefined || !described) throw otherFormat("ova", undefined);
  if (another !== undefined) throw new RefusedFile("The OVA has several disks; send the one that the VM boots from.");
  return { at: disk.at, size: disk.size, virtualBytes: await vmdkSize(file, disk) };
}

/** @throws RefusedFile for a disk that has a parent, or whose data is in other files */
async function vmdkSize(file: ImageFile, disk: TarEntry): Promise<number> {
  const header = await readAll(file, disk.at, VMDK_HEADER, "its disk");
  if (header.subarray(0, 4).toString("latin1") !== "KDMV")
    throw new RefusedFile(`The disk of the OVA (${shown(disk)}) is no VMDK in one file; export it as one.`);
  const [offset, sectors] = [header.readBigUInt64LE(28), header.readBigUInt64LE(36)];
  const length = Number(sectors) * SECTOR;
  if (offset === 0n || length > MOST_DESCRIPTOR || Number(offset) * SECTOR + length > disk.size)
    throw new RefusedFile("The disk of the OVA has no valid description.");
  const text = (await readAll(file, disk.at + Number(offset) * SECTOR, length, "its disk")).toString("latin1");
  const parent = /^\s*parentCID\s*=\s*([0-9a-f]+)/im.exec(text)?.[1];
  if ((parent !== undefined && parent.toLowerCase() !== "ffffffff") || /^\s*parentFileNameHint/im.test(text))
    throw new RefusedFile("The disk of the OVA holds only the differences to a parent; merge both, then export it.");
  const extents = text.match(/^\s*(RW|RDONLY|NOACCESS)\s+\d+\s+.*$/gim) ?? [];
  const [extent = ""] = extents;
  if (extents.length !== 1 || !/\sSPARSE\s+"[^"/\\]+"\s*(\d+\s*)?\0*$/i.test(extent))
    throw new RefusedFile("The disk of the OVA keeps its data in other files; export it as one.");
  const capacity = header.readBigUInt64LE(12) * BigInt(SECTOR);
  return capacity > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(capacity);
}

function inFile(file: ImageFile): ByteSource {
  let at = 0;
  return {
    async take(length) {
      const bytes = await file.read(at, length);
      at += bytes.length;
      return bytes;
    },
    async skip(length) {
      at += length;
    },
  };
}

const shown = ({ name }: TarEntry) => JSON.stringify(name.slice(0, 100));
