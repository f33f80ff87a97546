import { createGunzip } from "node:zlib";
import { inBlocks, inStream, numberIn, RefusedFile, type TarHeader, tarHeaders } from "@fulmar/image-files";
import { aclInside, insideOf, type Owners, ownerIn, ownersBy, ownersIn } from "./owners.ts";
import { beginOf, END_OF_TAR, fileOf, fillOf } from "./tar-writer.ts";

/** Larger pieces than usual, because an archive has gigabytes. */
const CHUNK = 262_144;
/** Entries of an archive that are read. */
const MOST_ENTRIES = 1_000_000;
/** Bytes of the names of symbolic links, which are kept while an archive is read. */
const MOST_LINK_BYTES = 67_108_864;
/** Bytes of a path, as Linux has them. */
const MOST_PATH = 4096;
/** Bytes of the configuration that are read. */
const MOST_INDEX = 262_144;
/** Bytes of headers and names beside the content. */
const HEADERS = 16_777_216;

/** What is taken of an archive of the server. */
export interface Wanted {
  /** The folder whose files are taken, or the single file. All below `backup/`. */
  readonly tree?: string;
  readonly file?: string;
  /** What is left out, with what is below it: the configuration. */
  readonly leftOut: readonly string[];
  /** How the paths of another kind of instance begin, and the sentence by which its archive is refused. */
  readonly other?: { readonly path: string; readonly sentence: string };
  /** The files that stand at the beginning instead, by their names. */
  readonly instead: Readonly<Record<string, string>>;
  /** The most bytes that the content has. */
  readonly mostBytes: number;
  readonly mostEntries?: number;
  /** The file that says by which ids of the host the files are owned. They are written as the machine's. */
  readonly index?: string;
  /** Is told the name of each file that is taken, below the folder. */
  readonly onFile?: (name: string) => void;
}

/**
 * Writes an archive of the server anew: files of ours, then those of a stranger's that are wanted, each with a header
 * that is written from what was understood of it. No path leads out of the folder, none goes through a symbolic link,
 * and hard links lead to what is inside. The content of links and names is otherwise a machine's own business: a
 * container sees its root alone. Device nodes are left out, because a container has a `/dev` of its own
 * (lxc.container.conf(5), lxc.autodev), but for the node 0/0 by which overlayfs marks a file as deleted. The source is
 * read to its end, so that a check of the whole comes before the last bytes of this.
 * @throws RefusedFile
 */
export async function* writtenAnew(content: AsyncIterable<Uint8Array>, wanted: Wanted): AsyncGenerator<Buffer> {
  const { beginning, all } = await begun(content, MAGIC_AT + MAGIC.length);
  if (beginning.subarray(MAGIC_AT).equals(MAGIC)) {
    yield* entriesOf(all, wanted);
    yield END_OF_TAR;
  } else yield* writtenFromGzip(all, wanted);
}

/** Where the first header of a tar says that it is one (POSIX.1-1988, ustar). What does not is packed by gzip. */
const MAGIC_AT = 257;
const MAGIC = Buffer.from("ustar");

/** The first bytes of a content, and all of it. */
async function begun(content: AsyncIterable<Uint8Array>, length: number) {
  const pieces = content[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  for (let more = true; more && read.length < length; ) {
    const { value, done } = await pieces.next();
    more = done !== true;
    if (more) read = Buffer.concat([read, value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield read;
      for (let { value, done } = await pieces.next(); done !== true; { value, done } = await pieces.next())
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } finally {
      await pieces.return?.();
    }
  }
  return { beginning: read.subarray(0, length), all: all() };
}

async function* writtenFromGzip(content: AsyncIterable<Uint8Array>, wanted: Wanted): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: CHUNK });
  const fed = feed(content, unpacked);
  try {
    yield* entriesOf(unpacked, wanted);
    await fed;
    yield END_OF_TAR;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_") === true)
      throw new RefusedFile("The archive is damaged: it cannot be unpacked by gzip.");
    throw error;
  } finally {
    unpacked.destroy();
    // Its error has been thrown above, or follows from this end.
    await fed.catch(() => undefined);
  }
}

/** Writes the content to a stream. What it throws ends the stream as well. */
async function feed(content: AsyncIterable<Uint8Array>, into: ReturnType<typeof createGunzip>): Promise<void> {
  try {
    for await (const chunk of content) {
      if (into.destroyed) return;
      if (!into.write(chunk)) await room(into);
    }
    into.end();
  } catch (error) {
    into.destroy(error as Error);
    throw error;
  }
}

function room(into: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resume) => {
    const go = () => {
      into.off("drain", go).off("close", go);
      resume();
    };
    into.on("drain", go).on("close", go);
  });
}

async function* entriesOf(unpacked: AsyncIterable<Buffer>, wanted: Wanted): AsyncGenerator<Buffer> {
  for (const [name, text] of Object.entries(wanted.instead)) yield fileOf(name, text);
  const source = inStream(unpacked, (read) => {
    if (read > wanted.mostBytes * 1.125 + HEADERS) throw bomb();
  });
  const links = new Links();
  let total = 0;
  let owners: Owners = [];
  for await (const entry of tarHeaders(source, wanted.mostEntries ?? MOST_ENTRIES)) {
    const name = nameOf(entry.name);
    if (!isTaken(name, wanted)) {
      if (name === wanted.index && entry.size <= MOST_INDEX) owners = ownersIn(await source.take(inBlocks(entry.size)));
      else await source.skip(inBlocks(entry.size));
      continue;
    }
    if (name === wanted.tree && wanted.index !== undefined) owners = ownersBy(owners, entry);
    const type = typeOf(entry);
    total += entry.size;
    if (total > wanted.mostBytes) throw bomb();
    if (entry.size > 0 && type !== "0") throw new RefusedFile(`The archive has content behind ${shown(name)}.`);
    if (type === undefined) continue;
    requireInside(name, type, entry, links, wanted);
    yield headerOf(name, type, entry, owners);
    yield* source.pass(entry.size);
    await source.skip(inBlocks(entry.size) - entry.size);
    yield fillOf(entry.size);
    if (type === "0" && wanted.tree !== undefined) wanted.onFile?.(name.slice(wanted.tree.length + 1));
  }
  // What comes after the end of a tar is nothing, and is read because a sum may be of it.
  for await (const _ of unpacked);
}

/** A path as bytes, one character each, without a slash at its end. @throws RefusedFile for what leads elsewhere */
function nameOf(bytes: Buffer): string {
  const name = bytes.toString("latin1").replace(/\/$/, "");
  if (name.length > MOST_PATH || name.includes("\0") || name.split("/").some((part) => ELSEWHERE.includes(part)))
    throw new RefusedFile(`The archive has the path ${shown(name)}, which leads out of it.`);
  return name;
}

const ELSEWHERE = ["", ".", ".."];

function isTaken(name: string, { tree, file, leftOut, other }: Wanted): boolean {
  if (other !== undefined && name.startsWith(other.path)) throw new RefusedFile(other.sentence);
  if (name === file || (tree !== undefined && isIn(name, tree))) return true;
  if (leftOut.some((each) => isIn(name, each))) return false;
  throw new RefusedFile(`The archive has ${shown(name)}, which is no part of such a backup.`);
}

const isIn = (name: string, folder: string) => name === folder || name.startsWith(`${folder}/`);

/** The type of an entry that is taken; undefined for a device, which is left out. */
function typeOf({ type, block, name }: TarHeader): string | undefined {
  if (type === "0" || type === "\0" || type === "7") return "0";
  if (type === "1" || type === "2" || type === "5" || type === "6") return type;
  if (type === "3" && numberIn(block.subarray(329, 337)) === 0 && numberIn(block.subarray(337, 345)) === 0) return type;
  if (type === "3" || type === "4") return undefined;
  throw new RefusedFile(`The archive has ${shown(name.toString("latin1"))} of an unknown kind.`);
}

function requireInside(name: string, type: string, entry: TarHeader, links: Links, { tree, file }: Wanted): void {
  if (name === file && type !== "0") throw new RefusedFile(`The archive has ${shown(name)}, which is no file.`);
  if (links.isBelow(name)) throw new RefusedFile(`The archive has ${shown(name)}, which goes through a symbolic link.`);
  if (type === "2") {
    if (entry.link.length > MOST_PATH || entry.link.includes(0))
      throw new RefusedFile(`The archive has a link that is too long (${shown(name)}).`);
    if (name === tree) throw new RefusedFile(`The archive has ${shown(name)}, which is no folder.`);
    links.add(name);
  }
  if (type !== "1") return;
  const target = nameOf(entry.link);
  if (tree === undefined || !target.startsWith(`${tree}/`) || links.isBelow(target))
    throw new RefusedFile(`The archive has a hard link to ${shown(target)}, which is outside of its files.`);
}

/** Extended attributes that a machine's own files have. Others say something to the host. */
const XATTRS =
  /^SCHILY\.xattr\.(user\..{1,250}|security\.capability|system\.posix_acl_(access|default)|trusted\.overlay\..{1,50})$/;
const ACLS = /posix_acl/;
const PREFIX = "SCHILY.xattr.".length;

function headerOf(name: string, type: string, entry: TarHeader, owners: Owners): Buffer {
  const { block, attributes, link, size } = entry;
  const owned = (key: "uid" | "gid") => {
    const id = ownerIn(entry, key);
    if (id === undefined) throw new RefusedFile(`The archive has ${shown(name)} of an impossible owner.`);
    return insideOf(owners, key, id);
  };
  return beginOf({
    name: Buffer.from(name, "latin1"),
    ...{ type, size, link: type === "1" ? Buffer.from(nameOf(link), "latin1") : type === "2" ? link : Buffer.alloc(0) },
    mode: numberIn(block.subarray(100, 108)) & 0o7777,
    uid: owned("uid"),
    gid: owned("gid"),
    mtime: (block[136] ?? 0) >= 0x80 ? 0 : numberIn(block.subarray(136, 148)),
    xattrs: new Map(
      [...attributes]
        .filter(([key]) => XATTRS.test(key))
        .map(([key, value]) => [key.slice(PREFIX), ACLS.test(key) ? aclInside(owners, value) : value]),
    ),
  });
}

interface Folder {
  readonly in: Map<string, Folder>;
  isLink?: true;
}

/** The symbolic links of an archive, by their paths. A path is looked up in the time that it takes to read it. */
class Links {
  readonly #root: Folder = { in: new Map() };
  #bytes = 0;

  add(name: string): void {
    this.#bytes += name.length;
    if (this.#bytes > MOST_LINK_BYTES) throw new RefusedFile("The archive has too many symbolic links.");
    let folder = this.#root;
    for (const part of name.split("/")) {
      const next = folder.in.get(part) ?? { in: new Map() };
      folder.in.set(part, next);
      folder = next;
    }
    folder.isLink = true;
  }

  /** Whether a folder of a path is a link. */
  isBelow(name: string): boolean {
    let folder: Folder | undefined = this.#root;
    for (const part of name.split("/").slice(0, -1)) {
      folder = folder.in.get(part);
      if (folder === undefined) return false;
      if (folder.isLink) return true;
    }
    return false;
  }
}

const bomb = () => new RefusedFile("The archive unpacks to more than the disk that it is said to be of.");
const shown = (path: string) => JSON.stringify(Buffer.from(path, "latin1").toString("utf8").slice(0, 100));
