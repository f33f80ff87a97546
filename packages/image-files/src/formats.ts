import type { ImageFormat } from "@fulmar/contract";
import { type ImageFile, RefusedFile } from "./image-file.ts";

/** What files of a format begin with. */
const BEGINNINGS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["qcow2", Buffer.from("QFI\xfb", "latin1")],
  ["VMDK", Buffer.from("KDMV", "latin1")],
  ["VMDK", Buffer.from("COWD", "latin1")],
  ["VMDK", Buffer.from("# Disk DescriptorFile", "latin1")],
  ["VHDX", Buffer.from("vhdxfile", "latin1")],
  ["VHD", Buffer.from("conectix", "latin1")],
  ["QED", Buffer.from("QED\0", "latin1")],
  ["VDI", Buffer.from("<<< ", "latin1")],
  ["LUKS", Buffer.from("LUKS\xba\xbe", "latin1")],
  ["Parallels", Buffer.from("WithoutFreeSpace", "latin1")],
  ["Parallels", Buffer.from("WithouFreSpacExt", "latin1")],
  ["gzip", Buffer.from("\x1f\x8b", "latin1")],
  ["xz", Buffer.from("\xfd7zXZ\0", "latin1")],
  ["zstd", Buffer.from("\x28\xb5\x2f\xfd", "latin1")],
  ["bzip2", Buffer.from("BZh", "latin1")],
  ["squashfs", Buffer.from("hsqs", "latin1")],
];
const LONGEST = 32;

/** The format that a file begins as; undefined for none of these. */
export async function beginsAs(file: ImageFile): Promise<string | undefined> {
  const start = await file.read(0, LONGEST);
  return BEGINNINGS.find(([, bytes]) => start.subarray(0, bytes.length).equals(bytes))?.[0];
}

/** The refusal of a file that is of another format than its request says. */
export function otherFormat(format: ImageFormat, found: string | undefined): RefusedFile {
  const but = found === undefined ? "is not one" : `begins as ${found}`;
  return new RefusedFile(`The file was sent as ${format}, but ${but}; name the format that it has.`);
}
