const BLOCK = 512;

/** An entry of an archive as it is written. Names are bytes. */
export interface WrittenEntry {
  readonly name: Buffer;
  readonly link?: Buffer;
  /** Default: a file. */
  readonly type?: string;
  readonly size: number;
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
  /** Seconds since 1970. */
  readonly mtime?: number;
  readonly xattrs?: ReadonlyMap<string, Buffer>;
}

/** The largest numbers that octal digits in the fields of a header state. */
const [MOST_ID, MOST_SIZE, MOST_TIME] = [0o7777777, 0o77777777777, 0o77777777777];
const NAME = 100;
const XATTR = "SCHILY.xattr.";

/**
 * What stands before the content of an entry: its header (POSIX.1-1988, ustar), and before it the attributes that it has
 * no room for (POSIX.1-2001).
 */
export function beginOf(entry: WrittenEntry): Buffer {
  const { name, link = NONE, size, uid = 0, gid = 0, xattrs = new Map<string, Buffer>() } = entry;
  const records = [
    ...(name.length > NAME ? [record("path", name)] : []),
    ...(link.length > NAME ? [record("linkpath", link)] : []),
    ...(size > MOST_SIZE ? [record("size", Buffer.from(String(size)))] : []),
    ...(uid > MOST_ID ? [record("uid", Buffer.from(String(uid)))] : []),
    ...(gid > MOST_ID ? [record("gid", Buffer.from(String(gid)))] : []),
    ...[...xattrs].map(([key, value]) => record(`${XATTR}${key}`, value)),
  ];
  if (records.length === 0) return header(entry);
  const attributes = Buffer.concat(records);
  const before = header({ name: Buffer.from("attributes"), type: "x", size: attributes.length, mode: 0o644 });
  return Buffer.concat([before, attributes, fillOf(attributes.length), header(entry)]);
}

const NONE = Buffer.alloc(0);

/** What fills the last block of an entry's content. */
export function fillOf(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** A small file, whole. */
export function fileOf(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const begin = beginOf({ name: Buffer.from(name), size: content.length, mode: 0o644 });
  return Buffer.concat([begin, content, fillOf(content.length)]);
}

export const END_OF_TAR = Buffer.alloc(2 * BLOCK);

function header(entry: WrittenEntry): Buffer {
  const { name, link = NONE, type = "0", size, mode, uid = 0, gid = 0, mtime = 0 } = entry;
  const head = Buffer.alloc(BLOCK);
  name.copy(head, 0, 0, NAME);
  head.write(octal(mode, 7), 100);
  head.write(octal(uid > MOST_ID ? 0 : uid, 7), 108);
  head.write(octal(gid > MOST_ID ? 0 : gid, 7), 116);
  head.write(octal(size > MOST_SIZE ? 0 : size, 11), 124);
  head.write(octal(Math.min(mtime, MOST_TIME), 11), 136);
  head.write("        ", 148);
  head.write(type, 156);
  link.copy(head, 157, 0, NAME);
  head.write("ustar\x0000", 257);
  // The numbers of a device: 0, the only one that is written.
  head.write(octal(0, 7), 329);
  head.write(octal(0, 7), 337);
  const checksum = head.reduce((sum, byte) => sum + byte, 0);
  head.write(`${octal(checksum, 6)} `, 148);
  return head;
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;

/** `<length> <name>=<value>\n`, whose length counts itself. */
function record(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from("\n")]);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}
