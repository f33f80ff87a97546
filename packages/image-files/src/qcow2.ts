import { otherFormat } from "./formats.ts";
import { bigOf, type ImageFile, RefusedFile, readAll } from "./image-file.ts";

const MAGIC = Buffer.from("QFI\xfb", "latin1");
const HEADER = 72;
const HEADER_V3 = 104;
const MOST_HEADER = 4_096;
/** Bits of incompatible features (QEMU: docs/interop/qcow2.txt). */
const FEATURES = { dirty: 1n, corrupt: 2n, externalData: 4n, compression: 8n, extendedL2: 16n };
const KNOWN = FEATURES.dirty | FEATURES.compression | FEATURES.extendedL2;
/** Methods by which clusters are compressed; what is not zlib has a bit of the features. */
const COMPRESSION = { zlib: 0, zstd: 1 };
const EXTERNAL_DATA_NAME = 0x44_41_54_41;
/** A first-level table of more entries is no disk's: QEMU itself refuses 32 MiB and more. */
const MOST_L1 = 4_194_304;
/** QEMU refuses a larger table of reference counts, and wider counts (block/qcow2.h). */
const MOST_REFCOUNT_TABLE = 8 * 1024 ** 2;
const MOST_REFCOUNT_ORDER = 6;
const MOST_SNAPSHOTS = 65_536;

/**
 * Reads the header of a qcow2. @returns the size of the disk
 * @throws RefusedFile for what names other files, is encrypted, or lies about its size
 */
export async function qcow2Size(file: ImageFile): Promise<number> {
  const header = await file.read(0, HEADER);
  if (header.length < HEADER || !header.subarray(0, 4).equals(MAGIC)) throw otherFormat("qcow2", undefined);
  const version = header.readUInt32BE(4);
  if (version !== 2 && version !== 3)
    throw new RefusedFile(`The qcow2 has version ${version}; convert it to version 2 or 3 by qemu-img.`);
  if (bigOf(header, 8) !== 0 || header.readUInt32BE(16) !== 0)
    throw new RefusedFile("The qcow2 names a backing file; flatten it by qemu-img convert, then send the result.");
  if (header.readUInt32BE(32) !== 0)
    throw new RefusedFile("The qcow2 is encrypted; decrypt it by qemu-img convert, then send the result.");
  if (version === 3) await requireOwnData(file);
  return requireTables(file, header);
}

/** What `qcow2SizeIn` has to see of a file, unless that is shorter. */
export const QCOW2_BEGINNING = 2 * MOST_HEADER;

/**
 * As `qcow2Size`, of a file that is still to come.
 * @param beginning its first `QCOW2_BEGINNING` bytes
 * @param size of the whole file
 */
export function qcow2SizeIn(beginning: Buffer, size: number): Promise<number> {
  return qcow2Size({ size, read: async (position, length) => beginning.subarray(position, position + length) });
}

/** @throws RefusedFile for data in another file, and for features that say that the file cannot be read without them */
async function requireOwnData(file: ImageFile): Promise<void> {
  const header = await readAll(file, 0, HEADER_V3, "its header");
  const features = header.readBigUInt64BE(72);
  const external = "The qcow2 keeps its data in another file; put both into one by qemu-img convert.";
  if ((features & FEATURES.externalData) !== 0n) throw new RefusedFile(external);
  if ((features & FEATURES.corrupt) !== 0n)
    throw new RefusedFile("The qcow2 says that it is corrupt; repair it by qemu-img check -r all.");
  if ((features & ~KNOWN) !== 0n)
    throw new RefusedFile("The qcow2 needs features that are not known here; convert it anew by qemu-img.");
  if (header.readUInt32BE(96) > MOST_REFCOUNT_ORDER)
    throw new RefusedFile("The qcow2 counts references in an impossible width.");
  const length = header.readUInt32BE(100);
  if (length < HEADER_V3 || length > MOST_HEADER)
    throw new RefusedFile("The qcow2 has a header of an impossible length.");
  await requireCompression(file, length, (features & FEATURES.compression) !== 0n);
  const extensions = await file.read(length, MOST_HEADER);
  for (let at = 0; at + 8 <= extensions.length; ) {
    const [type, size] = [extensions.readUInt32BE(at), extensions.readUInt32BE(at + 4)];
    if (type === 0) return;
    if (type === EXTERNAL_DATA_NAME) throw new RefusedFile(external);
    at += 8 + Math.ceil(size / 8) * 8;
  }
}

/** @throws RefusedFile for clusters that are compressed by a method that QEMU does not know, or that is told two ways */
async function requireCompression(file: ImageFile, headerLength: number, isTold: boolean): Promise<void> {
  const [method = COMPRESSION.zlib] = headerLength > HEADER_V3 ? await file.read(HEADER_V3, 1) : [];
  if (isTold ? method !== COMPRESSION.zstd : method !== COMPRESSION.zlib)
    throw new RefusedFile(
      `The qcow2 is compressed by a method that is not known here (${method}); convert it anew by qemu-img.`,
    );
}

/** @throws RefusedFile for tables that are not in the file or do not fit the disk. @returns the size of the disk */
function requireTables(file: ImageFile, header: Buffer): number {
  const clusterBits = header.readUInt32BE(20);
  if (clusterBits < 9 || clusterBits > 21) throw new RefusedFile("The qcow2 has clusters of an impossible size.");
  const size = bigOf(header, 24);
  const [entries, table, refcounts] = [header.readUInt32BE(36), bigOf(header, 40), bigOf(header, 48)];
  const needed = Math.ceil(size / 2 ** (2 * clusterBits - 3));
  if (entries > MOST_L1 || entries < needed || table + 8 * entries > file.size || refcounts >= file.size)
    throw new RefusedFile("The tables of the qcow2 do not fit its size; it was cut off, or made to mislead.");
  const counts = header.readUInt32BE(56) * 2 ** clusterBits;
  if (counts === 0 || counts > MOST_REFCOUNT_TABLE || header.readUInt32BE(60) > MOST_SNAPSHOTS)
    throw new RefusedFile("The tables of the qcow2 are larger than those of any disk; it was made to mislead.");
  return size;
}
