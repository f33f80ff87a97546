import type { FolderSite } from "../../libvirt-site.ts";
import { type CephAccess, rbdPath } from "../../machine/disk-source.ts";
import type { Machine } from "../../machine/machine.ts";
import { unfit } from "../../site/unfit.ts";
import type { Disks, Moment, StoredDisk, WantedCopy } from "../disks.ts";
import { DISK } from "../names.ts";
import { inGibibytes } from "../pool.ts";
import { CephCommands } from "./ceph-commands.ts";
import { atOneMoment } from "./one-moment.ts";
import { importQcow2, openAsQcow2 } from "./qcow2-files.ts";
import { RbdImages, type RbdInfo } from "./rbd-images.ts";

/** The snapshot of an image by which disks are made on it. */
const BASE = "base";
/** The metadata of a copy that says how many bytes it holds, and that of a pool's mark that says whose it is. */
const [BYTES, SITE] = ["fulmar.bytes", "fulmar.site"];
/** An empty image, which marks a pool as a site's. Disks have names with a dot. */
const MARK = "fulmar-site";

/**
 * Disks as raw images of a pool in Ceph, by its commands on this machine. Root disks are clones of images. Copies of a
 * moment are clones of disks, so that they take no time and share what has not changed since. What machines get of a
 * copy is a whole one, so that chains do not grow.
 */
export function rbdDisks(site: FolderSite, ceph: CephAccess): Disks {
  const commands = new CephCommands(site, ceph);
  const images = new RbdImages(commands, ceph);
  const diskOf = (image: string): StoredDisk => ({ name: `${image}${DISK}`, path: rbdPath(ceph, image) });
  const beginning = rbdPath(ceph, "");
  /** The image of a disk by its name or path; undefined for what is a file of the host. */
  const imageOf = (name: string): string | undefined => {
    if (name.startsWith(beginning)) return name.slice(beginning.length);
    return name.endsWith(DISK) && !name.includes("/") ? name.slice(0, -DISK.length) : undefined;
  };
  const imageNamed = ({ name }: Pick<StoredDisk, "name">): string => {
    const image = imageOf(name);
    if (image === undefined) throw new Error(`The disk ${name} is not in Ceph.`);
    return image;
  };
  const infoOf = async (disk: StoredDisk, signal: AbortSignal): Promise<RbdInfo> => {
    const info = await images.info(imageNamed(disk), signal);
    if (info === undefined) throw new Error(`The disk ${disk.name} is gone.`);
    return info;
  };
  const growTo = async (image: string, capacity: bigint, signal: AbortSignal) => {
    const info = await images.info(image, signal);
    if (info !== undefined && BigInt(info.size) !== capacity) await images.resize(image, capacity, signal);
  };

  /** Snapshots first, all of them at one moment, then the copies. */
  async function copyAtOnce(
    machine: Machine | undefined,
    wanted: readonly WantedCopy[],
    moment: Moment | null,
    signal: AbortSignal,
  ): Promise<void> {
    const copies = wanted.map(({ source, name, onto, alone = false }) => ({
      ...{ source: imageNamed(source), copy: imageNamed({ name }), alone },
      since: moment?.since == null || onto === undefined ? undefined : imageNamed(onto),
    }));
    // Those of an attempt that was interrupted.
    for (const { source, copy } of copies) await images.removeSnapshot(source, copy, signal);
    await atOneMoment(
      machine,
      wanted.map(({ source }) => source.path),
      async () => {
        for (const { source, copy } of copies) await images.snapshot(source, copy, signal);
      },
      signal,
    );
    for (const { source, copy, alone, since } of copies) {
      const bytes = await images.bytesOf(source, copy, since, signal);
      await images.clone(source, copy, copy, signal);
      if (alone) await images.flatten(copy, signal);
      await images.note(copy, BYTES, String(bytes), signal);
      // A later backup asks what has changed since this one.
      if (alone || moment === null) await images.removeSnapshot(source, copy, signal);
    }
  }

  async function storedBytes(disk: StoredDisk, signal: AbortSignal): Promise<bigint> {
    const image = imageNamed(disk);
    const noted = await images.noted(image, BYTES, signal);
    return noted === undefined ? images.usedBytes(image, signal) : BigInt(noted);
  }

  async function mark(signal: AbortSignal): Promise<void> {
    await images.create(MARK, 0n, signal);
    const owner = await images.noted(MARK, SITE, signal);
    if (owner === undefined) await images.note(MARK, SITE, site.siteId, signal);
    else if (owner !== site.siteId) throw unfit(`The pool "${ceph.pool}" of Ceph belongs to another site of Fulmar.`);
  }

  return {
    keepsFiles: false,
    async list(signal) {
      const names = (await images.list(signal)) ?? [];
      return names.filter((name) => name !== MARK).map((name) => diskOf(name).name);
    },
    async find(name, signal) {
      const image = imageOf(name);
      return image !== undefined && (await images.info(image, signal)) !== undefined ? diskOf(image) : undefined;
    },
    pathOf: async (name) => rbdPath(ceph, imageNamed({ name })),
    capacityOf: async (disk, signal) => BigInt((await infoOf(disk, signal)).size),
    storedBytes,
    fileBytes: storedBytes,
    async imageUnder(disk, signal) {
      const { parent } = await infoOf(disk, signal);
      const isImage = parent !== undefined && !parent.trash && parent.snapshot === BASE;
      return isImage ? rbdPath(ceph, parent.image) : undefined;
    },
    async inUse(among, signal) {
      const used = new Set<string>();
      for (const image of among) if (await images.hasChildren(imageNamed(image), signal)) used.add(image.path);
      return used;
    },
    async create({ name, capacity }, signal) {
      const image = imageNamed({ name });
      await images.create(image, capacity, signal);
      return diskOf(image);
    },
    async createOn(under, { name, capacity }, signal) {
      const [image, from] = [imageNamed({ name }), imageNamed(under)];
      await images.snapshot(from, BASE, signal);
      await images.clone(from, BASE, image, signal);
      await growTo(image, capacity, signal);
      return diskOf(image);
    },
    async copy(source, name, signal) {
      const image = imageNamed({ name });
      await images.copy(imageNamed(source), image, signal);
      return diskOf(image);
    },
    copyAtOnce,
    resize: (disk, capacity, signal) => growTo(imageNamed(disk), capacity, signal),
    async delete(names, signal) {
      for (const name of names) {
        const image = imageOf(name);
        if (image !== undefined) await images.remove(image, signal);
      }
    },
    async upload(name, content, length, signal) {
      const image = imageNamed({ name });
      await images.remove(image, signal);
      await importQcow2({ content, length }, (file) => images.import(file, image, signal), signal);
      return diskOf(image);
    },
    open: (disk, _spare, signal) => openAsQcow2(commands, ceph, imageNamed(disk), signal),
    async fence(paths, signal) {
      for (const path of paths) {
        const image = imageOf(path);
        if (image !== undefined) await images.shutOut(image, signal);
      }
    },
    async space(signal) {
      const space = await images.space(signal);
      if (space === undefined) throw noPool(ceph);
      const { stored, free } = space;
      return { diskGb: inGibibytes(stored + free), freeDiskGb: inGibibytes(free) };
    },
    async prepare(signal) {
      if ((await images.list(signal)) === undefined) throw noPool(ceph);
      await mark(signal);
    },
    async release(signal) {
      if ((await images.noted(MARK, SITE, signal)) === site.siteId) await images.remove(MARK, signal);
    },
  };
}

function noPool({ pool, user }: CephAccess) {
  return unfit(
    `Ceph has no pool "${pool}" for client.${user}; make it (ceph osd pool create, rbd pool init) or name another.`,
  );
}
