import { z } from "zod";
import type { CephAccess } from "../../machine/disk-source.ts";
import { type CephCommands, EXIT } from "./ceph-commands.ts";

/** What an image was cloned from. A snapshot that was removed has another name; an image in the trash has only its id. */
const Parent = z.object({
  pool: z.string(),
  image: z.string(),
  id: z.string(),
  snapshot: z.string(),
  trash: z.boolean(),
});

const Info = z.object({ name: z.string(), size: z.number(), snapshot_count: z.number(), parent: Parent.optional() });
export type RbdInfo = z.infer<typeof Info>;

const Names = z.array(z.string());
const Children = z.array(z.object({ image: z.string() }));
const Extents = z.array(z.object({ length: z.number() }));
const Usage = z.object({ images: z.array(z.object({ used_size: z.number(), snapshot: z.string().optional() })) });
const Watchers = z.object({ watchers: z.array(z.object({ address: z.string() })) });
const Space = z.object({
  pools: z.array(z.object({ name: z.string(), stats: z.object({ stored: z.number(), max_avail: z.number() }) })),
});

/** Clones of this kind outlive the snapshot and the image that they were made of, which wait in Ceph's trash. */
const OUTLIVING = ["--rbd-default-clone-format", "2"];
const QUIET = "--no-progress";

interface PoolSpace {
  readonly stored: bigint;
  readonly free: bigint;
}

/** How long what a pool can take is believed: Ceph's command that tells it takes a second. */
const SPACE_MS = 30_000;

/** The images of a pool of Ceph, by the command `rbd`. */
export class RbdImages {
  readonly pool: string;
  readonly #commands: CephCommands;
  #space: (PoolSpace & { readonly atMs: number }) | undefined;

  constructor(commands: CephCommands, { pool }: CephAccess) {
    this.#commands = commands;
    this.pool = pool;
  }

  #of = (image: string) => `${this.pool}/${image}`;

  /** The names of all images; undefined where there is no such pool. */
  list(signal: AbortSignal): Promise<string[] | undefined> {
    return this.#commands.read(["rbd", "ls", this.pool], Names, signal);
  }

  info(image: string, signal: AbortSignal): Promise<RbdInfo | undefined> {
    return this.#commands.read(["rbd", "info", this.#of(image)], Info, signal);
  }

  /** Creates an empty image. @returns false where there is one of the name */
  create(image: string, bytes: bigint, signal: AbortSignal): Promise<boolean> {
    return this.#unlessThere(["rbd", "create", "--size", `${bytes}B`, this.#of(image)], signal);
  }

  /** Clones the snapshot of an image. @returns as `create` */
  clone(image: string, snapshot: string, name: string, signal: AbortSignal): Promise<boolean> {
    const from = `${this.#of(image)}@${snapshot}`;
    return this.#unlessThere(["rbd", "clone", ...OUTLIVING, from, this.#of(name)], signal);
  }

  /** Gives an image all blocks that it shares. Ceph 16 copies a snapshot of a clone without them (`rbd cp`). */
  async flatten(image: string, signal: AbortSignal): Promise<void> {
    await this.#commands.run(["rbd", "flatten", QUIET, this.#of(image)], signal);
  }

  /** Copies an image as a whole. @returns as `create` */
  copy(from: string, name: string, signal: AbortSignal): Promise<boolean> {
    return this.#unlessThere(["rbd", "cp", QUIET, this.#of(from), this.#of(name)], signal);
  }

  async import(file: string, name: string, signal: AbortSignal): Promise<void> {
    await this.#commands.run(["rbd", "import", QUIET, "--sparse-size", "4K", file, this.#of(name)], signal);
  }

  async resize(image: string, bytes: bigint, signal: AbortSignal): Promise<void> {
    const shrinks = "--allow-shrink";
    await this.#commands.run(["rbd", "resize", QUIET, shrinks, "--size", `${bytes}B`, this.#of(image)], signal);
  }

  /** @returns false where there is one of the name */
  snapshot(image: string, name: string, signal: AbortSignal): Promise<boolean> {
    return this.#unlessThere(["rbd", "snap", "create", QUIET, `${this.#of(image)}@${name}`], signal);
  }

  /** Removes a snapshot, which may be gone. Clones of it stay. */
  async removeSnapshot(image: string, name: string, signal: AbortSignal): Promise<void> {
    const command = ["rbd", "snap", "rm", QUIET, `${this.#of(image)}@${name}`];
    await this.#commands.run(command, signal, [EXIT.notFound]);
  }

  /** How many bytes a snapshot has, those of what it stands on, too; or that have changed since an earlier one. */
  async bytesOf(image: string, snapshot: string, since: string | undefined, signal: AbortSignal): Promise<bigint> {
    const from = since === undefined ? [] : ["--from-snap", since];
    const command = ["rbd", "diff", ...from, `${this.#of(image)}@${snapshot}`];
    const extents = await this.#commands.read(command, Extents, signal);
    // The earlier one may be that of a disk that was replaced.
    if (extents === undefined && since !== undefined) return this.bytesOf(image, snapshot, undefined, signal);
    return (extents ?? []).reduce((total, { length }) => total + BigInt(length), 0n);
  }

  /** How many bytes an image takes itself. */
  async usedBytes(image: string, signal: AbortSignal): Promise<bigint> {
    const usage = await this.#commands.read(["rbd", "du", this.#of(image)], Usage, signal);
    const own = usage?.images.find(({ snapshot }) => snapshot === undefined);
    return BigInt(own?.used_size ?? 0);
  }

  async note(image: string, key: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#commands.run(["rbd", "image-meta", "set", this.#of(image), key, value], signal);
  }

  async noted(image: string, key: string, signal: AbortSignal): Promise<string | undefined> {
    const command = ["rbd", "image-meta", "get", this.#of(image), key];
    const { code, stdout } = await this.#commands.run(command, signal, [EXIT.notFound]);
    return code === 0 ? stdout.trim() : undefined;
  }

  async hasChildren(image: string, signal: AbortSignal): Promise<boolean> {
    const children = await this.#commands.read(["rbd", "children", "--all", this.#of(image)], Children, signal);
    return (children ?? []).length > 0;
  }

  /**
   * Removes an image, which may be gone. One that clones stand on waits in the trash until the last of them is removed.
   * What it stands on itself goes with it, if that waits for nothing else.
   */
  async remove(image: string, signal: AbortSignal): Promise<void> {
    const info = await this.info(image, signal);
    if (info === undefined) return;
    if (info.snapshot_count > 0) await this.#commands.run(["rbd", "snap", "purge", QUIET, this.#of(image)], signal);
    const removed = await this.#commands.run(["rbd", "rm", QUIET, this.#of(image)], signal, [
      EXIT.notFound,
      EXIT.hasSnapshots,
    ]);
    if (removed.code === EXIT.hasSnapshots) {
      await this.#commands.run(["rbd", "trash", "mv", this.#of(image)], signal, [EXIT.notFound]);
      return;
    }
    const { parent } = info;
    // The snapshot that a copy was made of is named after the copy.
    if (parent !== undefined && !parent.trash && parent.snapshot === image)
      await this.removeSnapshot(parent.image, image, signal);
    await this.#removeWaiting(parent, signal);
  }

  async #removeWaiting(waiting: RbdInfo["parent"], signal: AbortSignal): Promise<void> {
    if (waiting === undefined || !waiting.trash) return;
    const named = ["--pool", waiting.pool, "--image-id", waiting.id];
    const info = await this.#commands.read(["rbd", "info", ...named], Info, signal);
    const command = ["rbd", "trash", "rm", QUIET, `${waiting.pool}/${waiting.id}`];
    const { code } = await this.#commands.run(command, signal, [EXIT.notFound, EXIT.hasSnapshots, EXIT.busy]);
    if (code === 0) await this.#removeWaiting(info?.parent, signal);
  }

  /** Shuts all programs out of Ceph that have an image open, for an hour. */
  async shutOut(image: string, signal: AbortSignal): Promise<void> {
    const status = await this.#commands.read(["rbd", "status", this.#of(image)], Watchers, signal);
    for (const { address } of status?.watchers ?? [])
      await this.#commands.run(["ceph", "osd", "blocklist", "add", address], signal);
  }

  /** The bytes in the pool, and those that it can still take. Undefined where there is no such pool. */
  async space(signal: AbortSignal): Promise<PoolSpace | undefined> {
    if (this.#space === undefined || Date.now() - this.#space.atMs > SPACE_MS) {
      const space = await this.#commands.read(["ceph", "df"], Space, signal);
      const stats = space?.pools.find(({ name }) => name === this.pool)?.stats;
      if (stats === undefined) return undefined;
      const [stored, free] = [BigInt(Math.round(stats.stored)), BigInt(Math.round(stats.max_avail))];
      this.#space = { stored, free, atMs: Date.now() };
    }
    return this.#space;
  }

  async #unlessThere(command: readonly string[], signal: AbortSignal): Promise<boolean> {
    return (await this.#commands.run(command, signal, [EXIT.exists])).code === 0;
  }
}
