import { type FileHandle, link, mkdir, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId, type ObjectPart } from "@fulmar/core/object-store";
import { absent, linkOrCopy, sync, unlinkIfThere } from "./disk.ts";

const FILE_ID = /^file_[0-9a-z]{26}$/;

/** A file being stored. `commit` must write a row that names it. */
export interface IncomingFile {
  readonly fileId: string;
}

/**
 * The files of objects' bytes, below one folder (docs/adr/0023). Their names are ids generated here, never client
 * input. `incoming` has a link to each file from before its first byte until after its row is committed, so that files
 * without a row can be found after a crash. A file is synced to disk, with its name in `files`, before a row names it.
 */
export class ObjectFiles {
  readonly #incoming: string;
  readonly #files: string;
  /** The folders of files that are known to be there. */
  readonly #made = new Set<string>();
  /** How often each file is in use here, by its id. */
  readonly #inUse = new Map<string, number>();

  constructor(folder: string) {
    this.#incoming = join(folder, "incoming");
    this.#files = join(folder, "files");
  }

  async prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true });
    await mkdir(this.#files, { recursive: true });
  }

  /**
   * Stores a file: syncs its bytes to disk, then runs `commit`.
   * @param write writes the bytes into the empty file
   * @param isUndone whether an error of `commit` means for certain that no row names the file; otherwise sweeping finds
   * out
   */
  async take<Result>(
    write: (file: FileHandle) => Promise<void>,
    commit: (file: IncomingFile) => Promise<Result>,
    isUndone: (error: unknown) => boolean,
  ): Promise<Result> {
    const fileId = newId("file");
    return this.holding([fileId], async () => {
      try {
        const file = await open(this.#incomingPath(fileId), "wx", 0o600);
        try {
          await write(file);
          // First the second name, so that one commit of the file system's journal makes both durable.
          const folder = await this.#link(fileId);
          await file.sync();
          await sync(folder);
        } finally {
          await file.close();
        }
      } catch (error) {
        await this.discard(fileId);
        throw error;
      }
      return this.#committed([fileId], () => commit({ fileId }), isUndone);
    });
  }

  /**
   * Links each file under a second name, without copying bytes where the file system can, and runs `commit` to write
   * their rows.
   */
  async duplicate<Result>(
    parts: readonly ObjectPart[],
    commit: (copies: readonly ObjectPart[]) => Promise<Result>,
    isUndone: (error: unknown) => boolean,
  ): Promise<Result> {
    const copies = parts.map(({ fileId, size }) => ({ original: fileId, fileId: newId("file"), size }));
    const ids = copies.map(({ fileId }) => fileId);
    return this.holding([...ids, ...parts.map(({ fileId }) => fileId)], async () => {
      try {
        for (const { original, fileId } of copies) {
          await linkOrCopy(this.#path(original), this.#incomingPath(fileId));
          await sync(await this.#link(fileId));
        }
      } catch (error) {
        for (const fileId of ids) await this.discard(fileId);
        throw error;
      }
      return this.#committed(ids, () => commit(copies.map(({ fileId, size }) => ({ fileId, size }))), isUndone);
    });
  }

  /** Protects files from sweeping during the work. */
  async holding<Result>(fileIds: readonly string[], work: () => Promise<Result>): Promise<Result> {
    for (const fileId of fileIds) this.#inUse.set(fileId, (this.#inUse.get(fileId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const fileId of fileIds) {
        const left = (this.#inUse.get(fileId) ?? 1) - 1;
        if (left === 0) this.#inUse.delete(fileId);
        else this.#inUse.set(fileId, left);
      }
    }
  }

  get inUse(): string[] {
    return [...this.#inUse.keys()];
  }

  async has(fileId: string): Promise<boolean> {
    const { ctimeMs } = await stat(this.#path(fileId)).catch(absent);
    return ctimeMs !== Number.POSITIVE_INFINITY;
  }

  open(fileId: string): Promise<FileHandle> {
    return open(this.#path(fileId), "r");
  }

  /** Removes both names of a file, if they exist. */
  async discard(fileId: string): Promise<void> {
    await unlinkIfThere(this.#path(fileId));
    await this.forgetIncoming(fileId);
  }

  async forgetIncoming(fileId: string): Promise<void> {
    await unlinkIfThere(this.#incomingPath(fileId));
  }

  /** Files of any process that were being stored and have not been written to for this long. */
  async leftBehind(olderThanMs: number): Promise<string[]> {
    const found: string[] = [];
    for (const name of await readdir(this.#incoming)) {
      if (!FILE_ID.test(name) || this.#inUse.has(name)) continue;
      // The time of the last byte or the last link: a copy shares its source's bytes.
      const { ctimeMs } = await stat(this.#incomingPath(name)).catch(absent);
      if (Date.now() - ctimeMs >= olderThanMs) found.push(name);
    }
    return found;
  }

  /** The files that have their place for this long, folder by folder. */
  async *settledBefore(olderThanMs: number): AsyncGenerator<string[]> {
    for (const folder of await readdir(this.#files)) {
      const old: string[] = [];
      for (const name of await readdir(join(this.#files, folder))) {
        if (!FILE_ID.test(name) || this.#inUse.has(name)) continue;
        const { ctimeMs } = await stat(this.#path(name)).catch(absent);
        if (Date.now() - ctimeMs >= olderThanMs) old.push(name);
      }
      if (old.length > 0) yield old;
    }
  }

  /** Gives a file its place. @returns the folder, which must be synced */
  async #link(fileId: string): Promise<string> {
    const folder = join(this.#files, folderOf(fileId));
    if (!this.#made.has(folder)) {
      if ((await mkdir(folder, { recursive: true })) !== undefined) await sync(this.#files);
      this.#made.add(folder);
    }
    await link(this.#incomingPath(fileId), this.#path(fileId));
    return folder;
  }

  async #committed<Result>(
    fileIds: readonly string[],
    commit: () => Promise<Result>,
    isUndone: (error: unknown) => boolean,
  ): Promise<Result> {
    try {
      const result = await commit();
      for (const fileId of fileIds) await this.forgetIncoming(fileId);
      return result;
    } catch (error) {
      if (isUndone(error)) for (const fileId of fileIds) await this.discard(fileId);
      throw error;
    }
  }

  #path(fileId: string): string {
    return join(this.#files, folderOf(fileId), fileId);
  }

  #incomingPath(fileId: string): string {
    return join(this.#incoming, fileId);
  }
}

/** The end of an id is random, so files are distributed evenly. */
function folderOf(fileId: string): string {
  if (!FILE_ID.test(fileId)) throw new Error(`"${fileId}" is not the id of a file`);
  return fileId.slice(-2);
}
