import { randomBytes } from "node:crypto";
import { type FileHandle, link, mkdir, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectPart } from "@fulmar/core/embedded-store";
import { newId } from "@fulmar/core/object-store";
import { absent, linkOrCopy, noFile, sync, unlinkIfThere } from "./disk.ts";
import { SharedSync } from "./shared-sync.ts";
import { SmallWrites } from "./small-writes.ts";

const FILE_ID = /^file_[0-9a-z]{26}$/;
const TIME_OF_ID = "file_".length + 10;
const RANDOM_OF_ID = 14;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** New files go to one folder after the other, this many to each, so that those of one moment share its sync. */
const FILES_IN_TURN = 256;

/** The folder that new files go to. */
interface Turn {
  /** The end of the ids of its files. */
  readonly ending: string;
  readonly folder: SharedSync;
}

/** A file that some process began to store. */
interface LeftFile {
  readonly fileId: string;
  /** When its last byte or name was written, in milliseconds. */
  readonly writtenAt: number;
}

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
  readonly #history: string;
  #turn: Promise<Turn> | undefined;
  #leftOfTurn = 0;
  readonly #smallWrites = new SmallWrites();
  /** How often each file is in use here, by its id. */
  readonly #inUse = new Map<string, number>();

  constructor(folder: string) {
    this.#incoming = join(folder, "incoming");
    this.#files = join(folder, "files");
    this.#history = join(folder, "database");
  }

  async prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true });
    await mkdir(this.#files, { recursive: true });
  }

  /** The caller has ended what it was storing. */
  close(): Promise<void> {
    return this.#smallWrites.close();
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
    const { ending, folder } = await this.#inTurn();
    const fileId = newFileId(ending);
    return this.holding([fileId], async () => {
      const file = await open(this.#incomingPath(fileId), "wx", 0o600);
      try {
        try {
          await write(file);
          // First the second name, so that one commit of the file system's journal makes both durable.
          await link(this.#incomingPath(fileId), this.#path(fileId));
          await allEnded([file.sync(), folder.sync()]);
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

  /** Stores a file of a few bytes as `take` does, together with others that come at the same moment. */
  async takeSmall<Result>(
    content: Uint8Array,
    commit: (file: IncomingFile) => Promise<Result>,
    isUndone: (error: unknown) => boolean,
  ): Promise<Result> {
    const { ending } = await this.#inTurn();
    const fileId = newFileId(ending);
    return this.holding([fileId], async () => {
      try {
        await this.#smallWrites.write(this.#incomingPath(fileId), this.#path(fileId), content);
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
    const { ending, folder } = await this.#inTurn();
    const copies = parts.map(({ fileId, size }) => ({ original: fileId, fileId: newFileId(ending), size }));
    const ids = copies.map(({ fileId }) => fileId);
    return this.holding([...ids, ...parts.map(({ fileId }) => fileId)], async () => {
      try {
        for (const { original, fileId } of copies) {
          await linkOrCopy(this.#path(original), this.#incomingPath(fileId));
          await link(this.#incomingPath(fileId), this.#path(fileId));
        }
        await folder.sync();
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

  /**
   * Remembers the history of the database that names these files.
   * @returns since when it has been this one, as milliseconds of the folder's clock
   */
  async followedSince(history: string): Promise<number> {
    const known = await readFile(this.#history, "utf8").catch(noFile);
    if (known !== history) await writeFile(this.#history, history, { mode: 0o600, flush: true });
    return (await stat(this.#history)).mtimeMs;
  }

  /** Files of any process that were being stored and have not been written to for this long. */
  async leftBehind(olderThanMs: number): Promise<LeftFile[]> {
    const found: LeftFile[] = [];
    for (const name of await readdir(this.#incoming)) {
      if (!FILE_ID.test(name) || this.#inUse.has(name)) continue;
      // The time of the last byte or the last link: a copy shares its source's bytes.
      const { ctimeMs } = await stat(this.#incomingPath(name)).catch(absent);
      if (Date.now() - ctimeMs >= olderThanMs) found.push({ fileId: name, writtenAt: ctimeMs });
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

  #inTurn(): Promise<Turn> {
    if (this.#turn === undefined || this.#leftOfTurn === 0) {
      this.#turn = this.#nextTurn();
      this.#leftOfTurn = FILES_IN_TURN;
    }
    this.#leftOfTurn--;
    return this.#turn;
  }

  async #nextTurn(): Promise<Turn> {
    try {
      // The end of an id is random, so files are distributed evenly.
      const ending = folderOf(newId("file"));
      const folder = join(this.#files, ending);
      if ((await mkdir(folder, { recursive: true })) !== undefined) await sync(this.#files);
      return { ending, folder: new SharedSync(() => sync(folder)) };
    } catch (error) {
      // The next one tries again.
      this.#leftOfTurn = 0;
      throw error;
    }
  }

  async #committed<Result>(
    fileIds: readonly string[],
    commit: () => Promise<Result>,
    isUndone: (error: unknown) => boolean,
  ): Promise<Result> {
    try {
      const result = await commit();
      for (const fileId of fileIds) await this.#smallWrites.remove(this.#incomingPath(fileId));
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

/** Waits for all, also where one fails: nothing is under way when it throws the first failure. */
async function allEnded(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

/** The time of an id, random characters, and the end. The ids of one millisecond differ in nothing but their ends. */
function newFileId(ending: string): string {
  const time = newId("file").slice(0, TIME_OF_ID);
  const random = Array.from(randomBytes(RANDOM_OF_ID), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return time + random.join("") + ending;
}

/** The folder of a file is the end of its id. */
function folderOf(fileId: string): string {
  if (!FILE_ID.test(fileId)) throw new Error(`"${fileId}" is not the id of a file`);
  return fileId.slice(-2);
}
