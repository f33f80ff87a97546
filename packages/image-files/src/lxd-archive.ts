import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { beginsAs, otherFormat } from "./formats.ts";
import { type ImageFile, RefusedFile } from "./image-file.ts";
import { inStream } from "./stream-source.ts";
import { type ByteSource, staysBelow, type TarEntry, tarEntries } from "./tar-entries.ts";

/** Larger pieces than usual, because an archive has gigabytes. */
const CHUNK = 262_144;

/**
 * Reads an image archive of LXD: `metadata.yaml`, `templates` and `rootfs` in one tar, packed by gzip or not at all.
 * @returns the bytes that it unpacks to
 * @throws RefusedFile for paths and links that lead out of it, devices, and what unpacks to more than `mostBytes`
 */
export async function lxdArchiveSize(file: ImageFile, path: string, mostBytes: number): Promise<number> {
  const packing = await beginsAs(file);
  if (packing !== undefined && packing !== "gzip") {
    if (["xz", "zstd", "bzip2", "squashfs"].includes(packing))
      throw new RefusedFile(`The archive is packed by ${packing}; pack it by gzip, or not at all.`);
    throw otherFormat("lxd", packing);
  }
  const stream = createReadStream(path, { highWaterMark: CHUNK });
  const unpacked = packing === "gzip" ? stream.pipe(createGunzip({ chunkSize: CHUNK })) : stream;
  // What the file itself does wrong ends the unpacking as well.
  stream.on("error", (error) => unpacked.destroy(error));
  try {
    // Names and attributes count as well. They are an eighth of the content at most.
    const source = inStream(unpacked, (read) => {
      if (read > mostBytes * 1.125 + 1_048_576) throw bomb();
    });
    return await sizeOf(source, mostBytes);
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_") === true)
      throw new RefusedFile("The archive is damaged: it cannot be unpacked by gzip.");
    throw error;
  } finally {
    unpacked.destroy();
    stream.destroy();
  }
}

async function sizeOf(source: ByteSource, mostBytes: number): Promise<number> {
  let total = 0;
  const seen = new Set<string>();
  for await (const entry of tarEntries(source)) {
    const name = entry.name.replace(/^(\.\/)+/, "");
    if (name === "" || name === ".") continue;
    requireHarmless(entry, name);
    total += entry.size;
    if (total > mostBytes) throw bomb();
    if (name === "metadata.yaml") seen.add("metadata");
    else if (/^rootfs(\/|$|\.img$)/.test(name)) seen.add("rootfs");
    else if (!/^templates(\/|$)/.test(name))
      throw new RefusedFile(`The archive has ${shown(name)}, which is no part of an image of LXD.`);
  }
  if (!seen.has("metadata")) throw new RefusedFile("The archive has no metadata.yaml, so it is no image of LXD.");
  if (!seen.has("rootfs"))
    throw new RefusedFile("The archive has no rootfs: send metadata and root file system in one file.");
  return total;
}

/** Symbolic links of the root file system mean its own root, so they may lead anywhere. */
function requireHarmless({ name: path, link, kind }: TarEntry, name: string): void {
  if (!staysBelow(path)) throw new RefusedFile(`The archive has the path ${shown(path)}, which leads out of it.`);
  if (kind === "other") throw new RefusedFile(`The archive has a device or a pipe (${shown(name)}); pack it without.`);
  if (kind === "hard link" && !staysBelow(link.replace(/^\.\//, "")))
    throw new RefusedFile(`The archive has a hard link to ${shown(link)}, which is outside of it.`);
  if (kind === "symlink" && !/^rootfs\/./.test(name))
    throw new RefusedFile(`The archive has a link outside its root file system (${shown(name)}).`);
}

const bomb = () =>
  new RefusedFile(
    "The archive unpacks to more than min_disk_gb; import it with a larger min_disk_gb, if that is right.",
  );

const shown = (path: string) => JSON.stringify(path.slice(0, 100));
