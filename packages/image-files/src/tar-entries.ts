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

/** The entries of a tar, with the long names of GNU and POSIX. @throws RefusedFile for what is no tar */
export async function* tarEntries(source: ByteSource): AsyncGenerator<TarEntry> {
  let named: { name?: string; link?: string; size?: number } = {};
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
      if (type === "L") named = { ...named, name: textOf(content) };
      else if (type === "K") named = { ...named, link: textOf(content) };
      else if (type === "x") named = { ...named, ...attributesOf(content.toString("utf8")) };
      continue;
    }
    const prefix = header.subarray(257, 262).toString("latin1") === "ustar" ? textOf(header.subarray(345, 500)) : "";
    const short = textOf(header.subarray(0, 100));
    const kind = KINDS[type] ?? "other";
    const content = kind === "file" || kind === "other" ? size : 0;
    yield {
      name: named.name ?? (prefix === "" ? short : `${prefix}/${short}`),
      link: kind === "symlink" || kind === "hard link" ? (named.link ?? textOf(header.subarray(157, 257))) : "",
      ...{ kind, size: content, at },
    };
    named = {};
    const stored = Math.ceil(content / BLOCK) * BLOCK;
    await source.skip(stored);
    at += stored;
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

/** Records `<length> <name>=<value>\n` of POSIX.1-2001. */
function attributesOf(text: string): { name?: string; link?: string; size?: number } {
  const found: { name?: string; link?: string; size?: number } = {};
  for (const line of text.split("\n")) {
    const [, key, value = ""] = /^\d+ ([^=]+)=(.*)$/s.exec(line) ?? [];
    if (key === "path") found.name = value;
    else if (key === "linkpath") found.link = value;
    else if (key === "size") found.size = wholeNumber(value);
    else if (key?.startsWith("GNU.sparse.") === true)
      throw new RefusedFile("The archive has a file with holes; pack it without --sparse.");
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
