import type { Readable } from "node:stream";
import type { HostCapacity } from "../../ports/host-port.ts";
import type { Machine } from "../machine/machine.ts";

/** A disk that a site stores: of a machine, a volume, an image or a copy. */
export interface StoredDisk {
  /** As names.ts makes it; the path of one that was adopted. */
  readonly name: string;
  /** Where machines find it: a path of their hosts, or `rbd:POOL/IMAGE`. */
  readonly path: string;
}

export interface NewDisk {
  readonly name: string;
  /** In bytes. */
  readonly capacity: bigint;
}

/** A disk, and the name of its copy. */
export interface WantedCopy {
  readonly source: StoredDisk;
  readonly name: string;
  /** An earlier copy, of the moment of `Moment.since`, by which this one may leave out what has not changed. */
  readonly onto?: StoredDisk;
  /** Whether the copy is to depend on nothing, not even on blocks that it shares. */
  readonly alone?: boolean;
}

/** Names the moment of a copy, so that a later one can take what has changed since. */
export interface Moment {
  readonly name: string;
  /** An earlier moment. */
  readonly since: string | null;
}

/** The file of a disk, as a qcow2 that stands alone. */
export interface DiskFile {
  /** Its length. */
  readonly sizeBytes: bigint;
  /** It fails with a ProviderError. */
  readonly content: Readable;
  /** Ends the reading, and removes what was made for it. */
  close(): Promise<void>;
}

/**
 * Where a site keeps its disks: as files of its pool, or in Ceph. What a disk is on stays while there are disks on it. All
 * methods fail with a ProviderError.
 */
export interface Disks {
  /** Whether a file that was brought is kept byte for byte. */
  readonly keepsFiles: boolean;
  /** The names of those that are no files of the pool. */
  list(signal: AbortSignal): Promise<string[]>;
  /** A disk by its name or its path. */
  find(name: string, signal: AbortSignal): Promise<StoredDisk | undefined>;
  /** Where a disk of that name is, whether it is there or not. */
  pathOf(name: string, signal: AbortSignal): Promise<string>;
  /** The size of a disk in bytes. */
  capacityOf(disk: StoredDisk, signal: AbortSignal): Promise<bigint>;
  /** How many bytes it takes; of a copy, how many it holds that the copy which it is on does not. */
  storedBytes(disk: StoredDisk, signal: AbortSignal): Promise<bigint>;
  /** How long the file of an image is, or would be about. */
  fileBytes(image: StoredDisk, signal: AbortSignal): Promise<bigint>;
  /** The path of the image that a disk is on; undefined for one that is on none. */
  imageUnder(disk: StoredDisk, signal: AbortSignal): Promise<string | undefined>;
  /** The paths of those of these images that disks are on. */
  inUse(images: readonly StoredDisk[], signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** Creates an empty disk, which takes space as it is used. One of the name stays as it is. */
  create(disk: NewDisk, signal: AbortSignal): Promise<StoredDisk>;
  /** Creates a disk with the content of an image, which stays. One of the name stays as it is. */
  createOn(image: StoredDisk, disk: NewDisk, signal: AbortSignal): Promise<StoredDisk>;
  /** Creates a disk that is a copy of another, as large and depending on nothing. One of the name stays as it is. */
  copy(source: StoredDisk, name: string, signal: AbortSignal): Promise<StoredDisk>;
  /**
   * Copies disks as they are at one moment.
   * @param machine that may have the disks; undefined for those that no machine has
   * @param wanted whose names are free
   * @param moment null for one that nothing else refers to
   */
  copyAtOnce(
    machine: Machine | undefined,
    wanted: readonly WantedCopy[],
    moment: Moment | null,
    signal: AbortSignal,
  ): Promise<void>;
  /** Sets the size of a disk that no running machine has. */
  resize(disk: StoredDisk, capacity: bigint, signal: AbortSignal): Promise<void>;
  /** Deletes disks. They may be gone. */
  delete(names: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Makes a disk of a qcow2 whose header was read, and that names no other file. One of the name is replaced.
   * @param content the path of a file of this machine, or what its bytes come from
   * @param length of the content
   * @throws RefusedFile for what cannot be read as one, and what reading the content throws
   */
  upload(
    name: string,
    content: string | AsyncIterable<Uint8Array>,
    length: bigint,
    signal: AbortSignal,
  ): Promise<StoredDisk>;
  /** Opens the file of a disk that no machine writes. @param spare the name of a copy that is made if it is needed */
  open(disk: StoredDisk, spare: string, signal: AbortSignal): Promise<DiskFile>;
  /** Shuts whoever has these disks open out of them. Whatever holds a file keeps it. */
  fence(paths: readonly string[], signal: AbortSignal): Promise<void>;
  space(signal: AbortSignal): Promise<Pick<HostCapacity, "diskGb" | "freeDiskGb">>;
  /** Makes ready what the disks are in. Repeatable. @throws ProviderError with a sentence for the operator */
  prepare(signal: AbortSignal): Promise<void>;
  /** Gives up what the disks were in, of which none is left. Repeatable. */
  release(signal: AbortSignal): Promise<void>;
}
