import { open } from "node:fs/promises";
import type { ImageFormat } from "@fulmar/contract";
import { beginsAs, otherFormat } from "./formats.ts";
import { type ImageFile, imageFile, RefusedFile, requireFits } from "./image-file.ts";
import { lxdArchiveSize } from "./lxd-archive.ts";
import { ovaDisk } from "./ova.ts";
import { qcow2Size } from "./qcow2.ts";
import { vhdSize } from "./vhd.ts";
import { vhdxSize } from "./vhdx.ts";
import { vmdkSize } from "./vmdk.ts";

const GIB = 1024 ** 3;
const SECTOR = 512;

/**
 * Reads what a file says about itself, before any program opens it.
 * @returns the size of its disk, or for an archive of LXD what it unpacks to
 * @throws RefusedFile with the reason
 */
export async function checkImageFile(path: string, format: ImageFormat, minDiskGb: number): Promise<number> {
  const handle = await open(path);
  try {
    const file = await imageFile(handle);
    const size = await diskSize(file, path, format, minDiskGb);
    requireFits(size, minDiskGb);
    return size;
  } finally {
    await handle.close();
  }
}

async function diskSize(file: ImageFile, path: string, format: ImageFormat, minDiskGb: number): Promise<number> {
  switch (format) {
    case "qcow2":
      return qcow2Size(file);
    case "vhd":
      return vhdSize(file);
    case "vhdx":
      return vhdxSize(file);
    case "vmdk":
      return aloneVmdkSize(file);
    case "ova":
      return (await ovaDisk(file)).virtualBytes;
    case "lxd":
      return lxdArchiveSize(file, path, minDiskGb * GIB);
    case "raw":
      return rawSize(file);
  }
}

/** A description alone, and the disks of ESX, name the files that have the data. */
async function aloneVmdkSize(file: ImageFile): Promise<number> {
  const found = await beginsAs(file);
  if (found !== "VMDK") throw otherFormat("vmdk", found);
  return vmdkSize(file, { at: 0, size: file.size, named: "The VMDK" });
}

/** A raw disk that begins as another format would be read as that by a program that guesses. */
async function rawSize(file: ImageFile): Promise<number> {
  const found = await beginsAs(file);
  if (found !== undefined) throw otherFormat("raw", found);
  if (file.size % SECTOR !== 0)
    throw new RefusedFile("A raw disk has whole sectors of 512 bytes, and the file has not; it was cut off.");
  return file.size;
}
