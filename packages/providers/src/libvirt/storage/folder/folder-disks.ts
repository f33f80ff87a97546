import { createReadStream } from "node:fs";
import { posix } from "node:path";
import { procedures, type Volume } from "@fulmar/libvirt-rpc";
import type { FolderSite } from "../../libvirt-site.ts";
import type { Disks, StoredDisk } from "../disks.ts";
import { isOnImage } from "../names.ts";
import { deleteFiles, filesIn, findFile, folderOf, inGibibytes, physicalSize, poolOf, readStream } from "../pool.ts";
import { copyDisks } from "./copy-disks.ts";
import { backingOf, copyDisk, createDisk, resizeDisk, sizeOfFile, uploadDisk } from "./disk-files.ts";

/** A disk that is a file of the pool. */
interface FolderDisk extends StoredDisk {
  readonly volume: Volume;
}

const diskOf = (volume: Volume, name = volume.name): FolderDisk => ({ name, path: volume.key, volume });

/** libvirt's own name of a disk. All disks of such a site come from `folderDisks`. */
function volumeOf(disk: StoredDisk): Volume {
  if (!("volume" in disk)) throw new Error(`The disk ${disk.name} is no file.`);
  return (disk as FolderDisk).volume;
}

/** Disks as files of the pool. An export of a disk that is on another one is read from a copy. */
export function folderDisks(site: FolderSite): Disks {
  return {
    keepsFiles: true,
    list: async () => [],
    async find(name, signal) {
      const volume = await findFile(site, name, signal);
      return volume && diskOf(volume, name);
    },
    pathOf: async (name, signal) => posix.resolve(await folderOf(site, signal), name),
    capacityOf: async (disk, signal) => (await sizeOfFile(site, volumeOf(disk), signal)).capacity,
    storedBytes: async (disk, signal) => (await sizeOfFile(site, volumeOf(disk), signal)).allocation,
    fileBytes: (image, signal) => physicalSize(site, volumeOf(image), signal),
    imageUnder: (disk, signal) => backingOf(site, volumeOf(disk), signal),
    async inUse(images, signal) {
      const under = await pathsUnderDisks(site, signal);
      return new Set(images.map(({ path }) => path).filter((path) => under.has(path)));
    },
    create: async (disk, signal) => diskOf(await createDisk(site, disk, signal)),
    createOn: async (image, disk, signal) => diskOf(await createDisk(site, { ...disk, backing: image.path }, signal)),
    async copy(source, name, signal) {
      const from = volumeOf(source);
      const { capacity } = await sizeOfFile(site, from, signal);
      return diskOf(await copyDisk(site, { name, capacity }, from, signal));
    },
    async copyAtOnce(machine, wanted, moment, signal) {
      const files = wanted.map(({ name, source, onto }) => ({
        ...{ name, source: volumeOf(source) },
        ...(onto !== undefined && { onto: volumeOf(onto) }),
      }));
      await copyDisks(site, machine, files, moment, signal);
    },
    resize: (disk, capacity, signal) => resizeDisk(site, volumeOf(disk), capacity, signal),
    delete: (names, signal) => deleteFiles(site, names, signal),
    async upload(name, content, length, signal) {
      const bytes = typeof content === "string" ? createReadStream(content) : content;
      return diskOf(await uploadDisk(site, name, bytes, length, signal));
    },
    async open(disk, spare, signal) {
      const volume = volumeOf(disk);
      const remove = () => deleteFiles(site, [spare], AbortSignal.timeout(REMOVE_MS));
      await deleteFiles(site, [spare], signal);
      const { capacity } = await sizeOfFile(site, volume, signal);
      const stands = (await backingOf(site, volume, signal)) === undefined;
      const whole = stands ? volume : await copyDisk(site, { name: spare, capacity }, volume, signal);
      try {
        const sizeBytes = await physicalSize(site, whole, signal);
        const content = await readStream(site, whole, signal);
        const close = async () => {
          content.destroy();
          await remove();
        };
        return { sizeBytes, content, close };
      } catch (error) {
        await remove();
        throw error;
      }
    },
    // QEMU locks its files.
    fence: async () => undefined,
    async space(signal) {
      const pool = await poolOf(site, signal);
      const { capacity, available } = await site.storage.call(procedures.poolGetInfo, { pool }, signal);
      return { diskGb: inGibibytes(capacity), freeDiskGb: inGibibytes(available) };
    },
    // They are in the pool, which is made before.
    prepare: async () => undefined,
    release: async () => undefined,
  };
}

const REMOVE_MS = 60_000;

/** The paths of the images that disks are on. A disk that is deleted meanwhile is on none. */
async function pathsUnderDisks(site: FolderSite, signal: AbortSignal): Promise<Set<string | undefined>> {
  const disks = (await filesIn(site, signal)).filter(({ name }) => isOnImage(name));
  const paths = await Promise.all(
    disks.map(async (disk) => {
      try {
        return await backingOf(site, disk, signal);
      } catch (error) {
        if ((await findFile(site, disk.name, signal)) === undefined) return undefined;
        throw error;
      }
    }),
  );
  return new Set(paths);
}
