import { type FileHandle, link, mkdir, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId, type ObjectPart } from "@fulmar/core/object-store";
import { absent, linkOrCopy, sync, unlinkIfThere } from "./disk.ts";

const FILE_ID = /^file_[0-9a-z]{26}$/;

/** A file that is being taken in: what it needs is a row that names it. */
export interface IncomingFile {
  readonly fileId: string;
}

/**
 * The files with the bytes of objects, below one folder (docs/adr/0023). They are named by ids that are made here,
 * never by what a client says. `incoming` has a name of each file from before it has bytes until behind the commit of
 * its row: after a crash that is where files without a row are found. `files` has whole files alone, on the disk.
 */
export class ObjectFiles {
  readonly #incoming: string;
  readonly #files: string;
  /** Files that are written or read here, by their ids, and how often. */
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
   * Takes a file in: its bytes on the disk first, then whatever `commit` does.
   * @param write puts the bytes into the empty file
   * @param isUndone whether an error of `commit` says for sure that no row names the file; else sweeping finds out
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
          await file.sync();
        } finally {
          await file.close();
        }
        await this.#settle(fileId);
      } catch (error) {
        await this.discard(fileId);
        throw error;
      }
      return this.#committed([fileId], () => commit({ fileId }), isUndone);
    });
  }

  /**
   * Gives files a second name each, without copying their bytes where the file system can, and has `commit` write the
   * rows of these.
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
          await this.#settle(fileId);
        }
      } catch (error) {
        for (const fileId of ids) await this.discard(fileId);
        throw error;
      }
      return this.#committed(ids, () => commit(copies.map(({ fileId, size }) => ({ fileId, size }))), isUndone);
    });
  }

  /** Keeps files from being swept while work is under way. */
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

  open(fileId: string): Promise<FileHandle> {
    return open(this.#path(fileId), "r");
  }

  /** Takes a file off the disk, under both its names; one that is not there is gone already. */
  async discard(fileId: string): Promise<void> {
    await unlinkIfThere(this.#path(fileId));
    await this.forgetIncoming(fileId);
  }

  async forgetIncoming(fileId: string): Promise<void> {
    await unlinkIfThere(this.#incomingPath(fileId));
  }

  /** Files that were being taken in, by whoever, and that nobody has written to for so long. */
  async leftBehind(olderThanMs: number): Promise<string[]> {
    const found: string[] = [];
    for (const name of await readdir(this.#incoming)) {
      if (!FILE_ID.test(name) || this.#inUse.has(name)) continue;
      // Of the last byte or the last name: a copy shares the bytes of what it was made of.
      const { ctimeMs } = await stat(this.#incomingPath(name)).catch(absent);
      if (Date.now() - ctimeMs >= olderThanMs) found.push(name);
    }
    return found;
  }

  /** Gives a whole file its place: from then on it is there also after a loss of power. */
  async #settle(fileId: string): Promise<void> {
    const folder = join(this.#files, folderOf(fileId));
    const made = await mkdir(folder, { recursive: true });
    await link(this.#incomingPath(fileId), this.#path(fileId));
    await sync(folder);
    if (made !== undefined) await sync(this.#files);
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

/** The end of an id is random: files spread evenly. */
function folderOf(fileId: string): string {
  if (!FILE_ID.test(fileId)) throw new Error(`"${fileId}" is not the id of a file`);
  return fileId.slice(-2);
}
