import { otherFormat } from "./formats.ts";
import { type ImageFile, RefusedFile } from "./image-file.ts";
import { type ByteSource, type TarEntry, tarEntries } from "./tar-entries.ts";
import { vmdkSize } from "./vmdk.ts";

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
  const { at, size } = disk;
  const named = `The disk of the OVA (${shown(disk)})`;
  return { at, size, virtualBytes: await vmdkSize(file, { at, size, named }) };
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
