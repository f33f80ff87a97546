import { RefusedFile } from "./image-file.ts";

const BLOCK = 512;
/** Names and attributes before an entry are no longer than this. */
const MOST_EXTENSION = 65_536;
const MOST_ENTRIES = 2_000_000;

export interface TarEntry {
  readonly name: string;
  /** The file that a link leads to; empty for all else. */
  readonly link: string;
  readonly kind: "file" | "folder" | "symlink" | "hard link" | "other";
  readonly size: number;
  /** Where its content begins. */
  readonly at: number;
}

const KINDS: Readonly<Record<string, TarEntry["kind"]>> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "1": "hard link",
  "2": "symlink",
  "5": "folder",
};

/** Reads bytes one after the other. */
export interface ByteSource {
  /** The next bytes; fewer at the end. */
  take(length: number): Promise<Buffer>;
  skip(length: number): Promise<void>;
}

/** An entry as its bytes say it. Whoever reads the entries takes or skips the content, with what fills its last block. */
export interface TarHeader {
  /** The names are bytes, because those of a file system are. */
  readonly name: Buffer;
  readonly link: Buffer;
  readonly type: string;
  readonly size: number;
  readonly at: number;
  readonly block: Buffer;
  /** What POSIX says of the entry beside its header. */
  readonly attributes: ReadonlyMap<string, Buffer>;
}

/** Bytes that an entry's content has in the archive. */
export const inBlocks = (size: number) => Math.ceil(size / BLOCK) * BLOCK;

/** What stands before an entry and holds instead of its header. */
const INSTEAD = ["path", "linkpath", "size"];

/**
 * The headers of a tar, with the long names of GNU and POSIX.
 * @throws RefusedFile for what is no tar, and for what programs read in different ways: a harmless path here could lead
 * out of the archive there
 */
export async function* tarHeaders(source: ByteSource, mostEntries = MOST_ENTRIES): AsyncGenerator<TarHeader> {
  let attributes = new Map<string, Buffer>();
  for (let [at, count] = [0, 0]; ; count++) {
    const block = await source.take(BLOCK);
    if (block.length === 0 || block.every((byte) => byte === 0)) return;
    if (block.length < BLOCK || !isHeader(block)) throw new RefusedFile("The archive is damaged, or is no tar.");
    if (count > mostEntries) throw new RefusedFile("The archive has too many files.");
    at += BLOCK;
    const type = String.fromCharCode(block[156] ?? 0);
    const stated = attributes.get("size");
    const size = stated === undefined ? numberIn(block.subarray(124, 136)) : wholeNumber(stated.toString("latin1"));
    if (type === "x" || type === "g" || type === "L" || type === "K") {
      if (size > MOST_EXTENSION) throw new RefusedFile("The archive has a name that is too long.");
      const content = (await source.take(inBlocks(size))).subarray(0, size);
      at += inBlocks(size);
      const more = type === "L" || type === "K" ? longName(type, content) : attributesOf(content);
      if (INSTEAD.some((key) => more.has(key) && (type === "g" || attributes.has(key))))
        throw new RefusedFile("The archive names its files in two ways; pack it by GNU tar or bsdtar.");
      if (type !== "g") attributes = new Map([...attributes, ...more]);
      continue;
    }
    const prefix = block.subarray(257, 262).toString("latin1") === "ustar" ? untilNul(block.subarray(345, 500)) : NONE;
    const short = untilNul(block.subarray(0, 100));
    yield {
      name: attributes.get("path") ?? (prefix.length === 0 ? short : Buffer.concat([prefix, SLASH, short])),
      link: attributes.get("linkpath") ?? untilNul(block.subarray(157, 257)),
      ...{ type, size, at, block, attributes },
    };
    attributes = new Map();
    at += inBlocks(size);
  }
}

const NONE = Buffer.alloc(0);
const SLASH = Buffer.from("/");

/**
 * The entries of a tar.
 * @throws RefusedFile as `tarHeaders`, and for content behind a link or a folder
 */
export async function* tarEntries(source: ByteSource): AsyncGenerator<TarEntry> {
  for await (const { name, link, type, size, at } of tarHeaders(source)) {
    const kind = KINDS[type] ?? "other";
    if (size > 0 && kind !== "file" && kind !== "other")
      throw new RefusedFile("The archive has content behind a link or a folder; pack it by GNU tar or bsdtar.");
    yield {
      name: name.toString("utf8"),
      link: kind === "symlink" || kind === "hard link" ? link.toString("utf8") : "",
      ...{ kind, size, at },
    };
    await source.skip(inBlocks(size));
  }
}

function isHeader(header: Buffer): boolean {
  const stated = Number.parseInt(textOf(header.subarray(148, 156)).trim(), 8);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  return stated === sum;
}

/** A number of a header: octal digits, or base 256 where the first bit is set. @throws RefusedFile beyond 2⁵³ */
export function numberIn(field: Buffer): number {
  const first = field[0] ?? 0;
  if (first >= 0x80) {
    const rest = field.subarray(1);
    const value = rest.reduce((total, byte) => total * 256 + byte, first & 0x7f);
    if (!Number.isSafeInteger(value)) throw new RefusedFile("The archive has a file of an impossible size.");
    return value;
  }
  const text = textOf(field).trim();
  if (!/^[0-7]*$/.test(text)) throw new RefusedFile("The archive has a file of an impossible size.");
  return text === "" ? 0 : Number.parseInt(text, 8);
}

/** What a long name of GNU says. It ends with a NUL. */
const longName = (type: "L" | "K", content: Buffer) =>
  new Map([[type === "L" ? "path" : "linkpath", untilNul(content)]]);

/** What records `<length> <name>=<value>\n` of POSIX.1-2001 say. Their lengths count, because values may have lines. */
function attributesOf(content: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(" ", at);
    const digits = content.subarray(at, Math.max(at, space)).toString("latin1");
    const end = /^[1-9]\d{0,5}$/.test(digits) ? at + Number(digits) : 0;
    const equals = content.indexOf("=", space + 1);
    if (end > content.length || equals <= space + 1 || equals >= end - 1 || content[end - 1] !== NEWLINE)
      throw new RefusedFile("The archive is damaged, or is no tar.");
    const key = content.subarray(space + 1, equals).toString("utf8");
    if (key.startsWith("GNU.sparse."))
      throw new RefusedFile("The archive has a file with holes; pack it without --sparse.");
    if (key === "size") wholeNumber(content.subarray(equals + 1, end - 1).toString("latin1"));
    found.set(key, Buffer.from(content.subarray(equals + 1, end - 1)));
    at = end;
  }
  return found;
}

const NEWLINE = 0x0a;

function wholeNumber(text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new RefusedFile("The archive has a file of an impossible size.");
  return value;
}

function untilNul(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? field.length : end);
}

const textOf = (field: Buffer) => untilNul(field).toString("utf8");

/** Whether a path stays below the folder that it is unpacked to. */
export function staysBelow(path: string): boolean {
  return !path.startsWith("/") && !path.includes("\0") && !path.split("/").includes("..");
}
