import { otherFormat } from "./formats.ts";
import { bigOf, type ImageFile, RefusedFile, readAll } from "./image-file.ts";

const FOOTER = 512;
const DYNAMIC_HEADER = 1_024;
const [FIXED, DYNAMIC, DIFFERENCING] = [2, 3, 4];

/**
 * Reads the footer of a VHD. @returns the size of the disk
 * @throws RefusedFile for what needs a parent or lies about its size
 */
export async function vhdSize(file: ImageFile): Promise<number> {
  const footer = await file.read(Math.max(0, file.size - FOOTER), FOOTER);
  if (footer.length < FOOTER || footer.subarray(0, 8).toString("latin1") !== "conectix")
    throw otherFormat("vhd", undefined);
  if (checksum(footer, 64) !== footer.readUInt32BE(64))
    throw new RefusedFile("The footer of the VHD has a wrong checksum; it was damaged on its way, or made to mislead.");
  const [type, size] = [footer.readUInt32BE(60), bigOf(footer, 48)];
  if (type === DIFFERENCING)
    throw new RefusedFile("The VHD holds only the differences to a parent; merge both into one, then send that.");
  if (type === FIXED && size !== file.size - FOOTER)
    throw new RefusedFile("The size in the footer of the VHD is not that of the file.");
  if (type === DYNAMIC) await requireTable(file, bigOf(footer, 16), size);
  else if (type !== FIXED) throw new RefusedFile(`The VHD is of the type ${type}; send a fixed or a dynamic one.`);
  return size;
}

async function requireTable(file: ImageFile, at: number, size: number): Promise<void> {
  if (at + DYNAMIC_HEADER > file.size) throw new RefusedFile("The VHD names a header that is not in the file.");
  const header = await readAll(file, at, DYNAMIC_HEADER, "the header of its blocks");
  if (header.subarray(0, 8).toString("latin1") !== "cxsparse" || checksum(header, 36) !== header.readUInt32BE(36))
    throw new RefusedFile("The VHD has no valid header of its blocks; it was damaged on its way, or made to mislead.");
  const [table, entries, block] = [bigOf(header, 16), header.readUInt32BE(28), header.readUInt32BE(32)];
  if (block === 0 || entries * block < size || table + 4 * entries > file.size)
    throw new RefusedFile("The table of the VHD does not fit its size; it was cut off, or made to mislead.");
}

/** The one's complement of the sum of all bytes but the checksum itself. */
function checksum(bytes: Buffer, at: number): number {
  const sum = bytes.reduce((total, byte, index) => (index >= at && index < at + 4 ? total : total + byte), 0);
  return ~sum >>> 0;
}
