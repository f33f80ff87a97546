import { type ImageFile, RefusedFile, readAll } from "./image-file.ts";

const SECTOR = 512;
const HEADER = 512;
const MOST_DESCRIPTOR = 20 * SECTOR;

/** Where a VMDK is in a file, and what people call it. */
interface VmdkPlace {
  readonly at: number;
  readonly size: number;
  /** The beginning of sentences about it. */
  readonly named: string;
}

/**
 * Reads the header and the description of a VMDK (VMware: Virtual Disk Format 5.0). @returns the size of the disk
 * @throws RefusedFile for a disk that has a parent, or whose data is in other files
 */
export async function vmdkSize(file: ImageFile, { at, size, named }: VmdkPlace): Promise<number> {
  const header = await readAll(file, at, HEADER, "its disk");
  if (header.subarray(0, 4).toString("latin1") !== "KDMV")
    throw new RefusedFile(`${named} is no VMDK in one file; export it as one.`);
  const [offset, sectors] = [header.readBigUInt64LE(28), header.readBigUInt64LE(36)];
  const length = Number(sectors) * SECTOR;
  if (offset === 0n || length > MOST_DESCRIPTOR || Number(offset) * SECTOR + length > size)
    throw new RefusedFile(`${named} has no valid description.`);
  const text = (await readAll(file, at + Number(offset) * SECTOR, length, "its disk")).toString("latin1");
  const parent = /^\s*parentCID\s*=\s*([0-9a-f]+)/im.exec(text)?.[1];
  if ((parent !== undefined && parent.toLowerCase() !== "ffffffff") || /^\s*parentFileNameHint/im.test(text))
    throw new RefusedFile(`${named} holds only the differences to a parent; merge both, then export it.`);
  const extents = text.match(/^\s*(RW|RDONLY|NOACCESS)\s+\d+\s+.*$/gim) ?? [];
  const [extent = ""] = extents;
  if (extents.length !== 1 || !/\sSPARSE\s+"[^"/\\]+"\s*(\d+\s*)?\0*$/i.test(extent))
    throw new RefusedFile(`${named} keeps its data in other files; export it as one.`);
  const capacity = header.readBigUInt64LE(12) * BigInt(SECTOR);
  return capacity > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(capacity);
}
