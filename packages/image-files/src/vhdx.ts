import { crc32c } from "./crc32c.ts";
import { otherFormat } from "./formats.ts";
import { type ImageFile, RefusedFile, readAll } from "./image-file.ts";

const KIB = 1_024;
const MIB = KIB ** 2;
/** A header and the table of regions are in two places each (MS-VHDX, 2.2). */
const HEADER = { at: [64 * KIB, 128 * KIB], length: 4 * KIB, signature: "head" };
const REGION_TABLE = { at: [192 * KIB, 256 * KIB], length: 64 * KIB, signature: "regi" };
const METADATA_TABLE = 64 * KIB;
const REGIONS_AFTER = MIB;
const ENTRY = 32;
const MOST_ENTRIES = 2_047;
/** Identifiers of regions, as they are written (2.2.3.2). */
const REGIONS = { blocks: "6677c22d23f600429d64115e9bfd4a08", metadata: "06a27c8b90479a4bb8fe575f050f886e" };
/** Identifiers of items of the metadata, as they are written (2.6.2). */
const ITEMS = {
  parameters: "3767a1ca36fa434db3b633f0aa44e76b",
  size: "2442a52f1bcd7648b2115dbed83bf4b8",
  diskId: "ab12cabee6b2234593efc309e000c746",
  sector: "1dbf41816fa90947ba47f233a8faab5f",
  physicalSector: "c748a3cd5d4471449cc9e9885251c556",
  parent: "2d5fd3a80bb34d45abf7d3d84834ab0c",
};
const NO_LOG = "0".repeat(32);
/** 2.2: a disk has at most 64 TiB. */
const MOST_BYTES = 64n * 1_024n ** 4n;
const BLOCK = { least: MIB, most: 256 * MIB };
/** Sectors that a block of the bitmap is for (2.5.1). */
const BITMAP_SECTORS = 2 ** 23;

const misleading = (what: string) => new RefusedFile(`${what}; the VHDX was cut off, or made to mislead.`);

/**
 * Reads the headers, the regions and the metadata of a VHDX. @returns the size of the disk
 * @throws RefusedFile for what needs a parent, was not closed, or lies about its size
 */
export async function vhdxSize(file: ImageFile): Promise<number> {
  const start = await file.read(0, 8);
  if (start.toString("latin1") !== "vhdxfile") throw otherFormat("vhdx", undefined);
  await requireClosed(file);
  const regions = await regionsOf(file);
  const [blocks, metadata] = [regions.get(REGIONS.blocks), regions.get(REGIONS.metadata)];
  if (blocks === undefined || metadata === undefined || regions.size > 2)
    throw new RefusedFile("The VHDX has other regions than are known here; convert it anew by qemu-img.");
  if (blocks.at < metadata.at + metadata.length && metadata.at < blocks.at + blocks.length)
    throw misleading("The regions of the VHDX overlap");
  const { size, block, sector } = await diskOf(file, metadata);
  const dataBlocks = Math.ceil(size / block);
  const entries = dataBlocks + Math.floor((dataBlocks - 1) / ((BITMAP_SECTORS * sector) / block));
  if (8 * entries > blocks.length) throw misleading("The table of the VHDX does not fit its size");
  return size;
}

/** The copies that are whole: a program that was stopped in between leaves one. */
async function copiesOf(file: ImageFile, { at, length, signature }: typeof HEADER): Promise<Buffer[]> {
  const copies: Buffer[] = [];
  for (const position of at) {
    const bytes = await readAll(file, position, length, "its headers");
    const sum = bytes.readUInt32LE(4);
    bytes.writeUInt32LE(0, 4);
    if (bytes.subarray(0, 4).toString("latin1") === signature && crc32c(bytes) === sum) copies.push(bytes);
  }
  return copies;
}

/** @throws RefusedFile where the newer header names a log, which would have to be replayed */
async function requireClosed(file: ImageFile): Promise<void> {
  const [first, second] = await copiesOf(file, HEADER);
  if (first === undefined)
    throw new RefusedFile("The VHDX has no valid header; it was damaged on its way, or made to mislead.");
  const sequenceOf = (header: Buffer) => header.readBigUInt64LE(8);
  if (second !== undefined && sequenceOf(first) === sequenceOf(second) && !first.equals(second))
    throw misleading("Two headers of the VHDX contradict each other");
  const header = second !== undefined && sequenceOf(second) > sequenceOf(first) ? second : first;
  const version = header.readUInt16LE(66);
  if (version !== 1) throw new RefusedFile(`The VHDX has version ${version}; send one of version 1.`);
  if (header.subarray(48, 64).toString("hex") !== NO_LOG)
    throw new RefusedFile(
      "The VHDX has a log that is not replayed, because it was not closed; shut its VM down or dismount it, then send it.",
    );
}

interface Region {
  readonly at: number;
  readonly length: number;
}

async function regionsOf(file: ImageFile): Promise<ReadonlyMap<string, Region>> {
  const [table, other] = await copiesOf(file, REGION_TABLE);
  if (table === undefined)
    throw new RefusedFile("The VHDX has no valid table of regions; it was damaged on its way, or made to mislead.");
  if (other !== undefined && !table.equals(other)) throw misleading("Two tables of the VHDX contradict each other");
  const regions = new Map<string, Region>();
  const count = table.readUInt32LE(8);
  if (count > MOST_ENTRIES) throw misleading("The table of regions of the VHDX has too many entries");
  for (let index = 0; index < count; index++) {
    const entry = table.subarray(16 + ENTRY * index, 16 + ENTRY * (index + 1));
    const id = entry.subarray(0, 16).toString("hex");
    const [at, length] = [Number(entry.readBigUInt64LE(16)), entry.readUInt32LE(24)];
    if (regions.has(id)) throw misleading("The VHDX has a region twice");
    if (at < REGIONS_AFTER || at % MIB !== 0 || length === 0 || length % MIB !== 0 || at + length > file.size)
      throw misleading("A region of the VHDX is not in the file");
    // One that is unknown and not required may be passed over.
    if (Object.values(REGIONS).includes(id) || (entry.readUInt32LE(28) & 1) === 1) regions.set(id, { at, length });
  }
  return regions;
}

/** The items that say what the disk is. @throws RefusedFile for a parent, and for what cannot be passed over */
async function diskOf(file: ImageFile, region: Region) {
  const items = await itemsOf(file, region);
  const [parameters, length, sectors] = [items.get(ITEMS.parameters), items.get(ITEMS.size), items.get(ITEMS.sector)];
  if (items.has(ITEMS.parent) || (parameters !== undefined && parameters.length >= 8 && parameters.readUInt32LE(4) & 2))
    throw new RefusedFile("The VHDX holds only the differences to a parent; merge both into one, then send that.");
  if (parameters?.length !== 8 || length?.length !== 8 || sectors?.length !== 4)
    throw misleading("The VHDX does not say how large its disk is");
  const [block, sector, size] = [parameters.readUInt32LE(0), sectors.readUInt32LE(0), length.readBigUInt64LE(0)];
  if (block < BLOCK.least || block > BLOCK.most || (block & (block - 1)) !== 0)
    throw misleading("The VHDX has blocks of an impossible size");
  if (sector !== 512 && sector !== 4_096) throw misleading("The VHDX has sectors of an impossible size");
  if (size === 0n || size > MOST_BYTES || size % BigInt(sector) !== 0n)
    throw misleading("The disk of the VHDX has an impossible size");
  return { size: Number(size), block, sector };
}

async function itemsOf(file: ImageFile, { at, length }: Region): Promise<ReadonlyMap<string, Buffer>> {
  const table = await readAll(file, at, METADATA_TABLE, "its metadata");
  const count = table.readUInt16LE(10);
  if (table.subarray(0, 8).toString("latin1") !== "metadata" || count > MOST_ENTRIES)
    throw misleading("The VHDX has no valid metadata");
  const items = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const entry = table.subarray(ENTRY * (index + 1), ENTRY * (index + 2));
    const id = entry.subarray(0, 16).toString("hex");
    const [offset, size, flags] = [entry.readUInt32LE(16), entry.readUInt32LE(20), entry.readUInt32LE(24)];
    const isUser = (flags & 1) === 1;
    const known = !isUser && Object.values(ITEMS).includes(id);
    if (!known && (flags & 4) !== 0)
      throw new RefusedFile("The VHDX needs metadata that are not known here; convert it anew by qemu-img.");
    if (!known) continue;
    if (items.has(id)) throw misleading("The VHDX says something twice of its disk");
    if (offset < METADATA_TABLE || offset + size > length) throw misleading("Metadata of the VHDX are not in the file");
    // No more than the beginning of an item is read: the largest of those that are needed has 16 bytes.
    items.set(id, await readAll(file, at + offset, Math.min(size, 64), "its metadata"));
  }
  return items;
}
