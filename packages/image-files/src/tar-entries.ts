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

/** What stands before an entry and holds instead of its header. */
interface Attributes {
  readonly name?: string;
  readonly link?: string;
  readonly size?: number;
}

/**
 * The entries of a tar, with the long names of GNU and POSIX.
 * @throws RefusedFile for what is no tar, and for what programs read in different ways: a harmless path here could lead
 * out of the archive there
 */
export async function* tarEntries(source: ByteSource): AsyncGenerator<TarEntry> {
  let named: Attributes = {};
  for (let [at, count] = [0, 0]; ; count++) {
    const header = await source.take(BLOCK);
    if (header.length === 0 || header.every((byte) => byte === 0)) return;
    if (header.length < BLOCK || !isHeader(header)) throw new RefusedFile("The archive is damaged, or is no tar.");
    if (count > MOST_ENTRIES) throw new RefusedFile("The archive has too many files.");
    at += BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    const size = named.size ?? sizeIn(header);
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    if (type === "x" || type === "g" || type === "L" || type === "K") {
      if (size > MOST_EXTENSION) throw new RefusedFile("The archive has a name that is too long.");
      const content = (await source.take(padded)).subarray(0, size);
      at += padded;
      const more =
        type === "L" ? { name: textOf(content) } : type === "K" ? { link: textOf(content) } : attributesOf(content);
      if (type === "g" ? Object.keys(more).length > 0 : Object.keys(more).some((key) => key in named))
        throw new RefusedFile("The archive names its files in two ways; pack it by GNU tar or bsdtar.");
      named = { ...named, ...more };
      continue;
    }
    const prefix = header.subarray(257, 262).toString("latin1") === "ustar" ? textOf(header.subarray(345, 500)) : "";
    const short = textOf(header.subarray(0, 100));
    const kind = KINDS[type] ?? "other";
    if (size > 0 && kind !== "file" && kind !== "other")
      throw new RefusedFile("The archive has content behind a link or a folder; pack it by GNU tar or bsdtar.");
    yield {
      name: named.name ?? (prefix === "" ? short : `${prefix}/${short}`),
      link: kind === "symlink" || kind === "hard link" ? (named.link ?? textOf(header.subarray(157, 257))) : "",
      ...{ kind, size, at },
    };
    named = {};
    await source.skip(padded);
    at += padded;
  }
}

function isHeader(header: Buffer): boolean {
  const stated = Number.parseInt(textOf(header.subarray(148, 156)).trim(), 8);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  return stated === sum;
}

/** Octal digits, or in base 256 where the first bit is set. */
function sizeIn(header: Buffer): number {
  const field = header.subarray(124, 136);
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

/** What records `<length> <name>=<value>\n` of POSIX.1-2001 say. Their lengths count, because values may have lines. */
function attributesOf(content: Buffer): Attributes {
  const found: { name?: string; link?: string; size?: number } = {};
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(" ", at);
    const digits = content.subarray(at, Math.max(at, space)).toString("latin1");
    const end = /^[1-9]\d{0,5}$/.test(digits) ? at + Number(digits) : 0;
    const [, key, value = ""] = /^([^=]+)=(.*)\n$/s.exec(content.subarray(space + 1, end).toString("utf8")) ?? [];
    if (end > content.length || key === undefined) throw new RefusedFile("The archive is damaged, or is no tar.");
    if (key === "path") found.name = value;
    else if (key === "linkpath") found.link = value;
    else if (key === "size") found.size = wholeNumber(value);
    else if (key.startsWith("GNU.sparse."))
      throw new RefusedFile("The archive has a file with holes; pack it without --sparse.");
    at = end;
  }
  return found;
}

function wholeNumber(text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new RefusedFile("The archive has a file of an impossible size.");
  return value;
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? field.length : end).toString("utf8");
}

/** Whether a path stays below the folder that it is unpacked to. */
export function staysBelow(path: string): boolean {
  return !path.startsWith("/") && !path.includes("\0") && !path.split("/").includes("..");
}
