// Writes small CDs after ECMA-119, with names by Joliet beside those of the standard, which has no small letters.

/** A file in the root folder of a CD. */
export interface CdFile {
  readonly name: string;
  readonly content: Buffer;
}

const SECTOR = 2048;
/** Sixteen sectors that no system reads, then the descriptors: primary, Joliet, end. */
const [PRIMARY, JOLIET, END] = [16, 17, 18];
const [PRIMARY_TABLES, JOLIET_TABLES] = [
  [19, 20],
  [21, 22],
] as const;
const [PRIMARY_ROOT, JOLIET_ROOT, FIRST_FILE] = [23, 24, 25];
const PATH_TABLE_BYTES = 10;

interface PlacedFile extends CdFile {
  readonly sector: number;
}

interface Tree {
  readonly encode: (text: string) => Buffer;
  readonly root: number;
  readonly tables: readonly [number, number];
}

const ascii = (text: string) => Buffer.from(text, "latin1");
/** UCS-2 with its first byte high (Joliet specification, 1995). */
const ucs2 = (text: string) => Buffer.from(text, "utf16le").swap16();

/**
 * A CD with some files in its root folder.
 * @param label of at most 16 characters
 */
export function cdOf(label: string, files: readonly CdFile[]): Buffer {
  let sector = FIRST_FILE;
  const placed = files.map((file): PlacedFile => {
    const at = sector;
    sector += Math.max(1, Math.ceil(file.content.length / SECTOR));
    return { ...file, sector: at };
  });
  const cd = Buffer.alloc(sector * SECTOR);
  const primary: Tree = { encode: ascii, root: PRIMARY_ROOT, tables: PRIMARY_TABLES };
  const joliet: Tree = { encode: ucs2, root: JOLIET_ROOT, tables: JOLIET_TABLES };
  descriptor(label, sector, primary, 1).copy(cd, PRIMARY * SECTOR);
  descriptor(label, sector, joliet, 2).copy(cd, JOLIET * SECTOR);
  Buffer.concat([Buffer.of(255), ascii("CD001"), Buffer.of(1)]).copy(cd, END * SECTOR);
  for (const { root, tables } of [primary, joliet]) {
    pathTable(root, false).copy(cd, tables[0] * SECTOR);
    pathTable(root, true).copy(cd, tables[1] * SECTOR);
  }
  folder(primary, placed, (name) => `${name.toUpperCase()};1`).copy(cd, PRIMARY_ROOT * SECTOR);
  folder(joliet, placed, (name) => name).copy(cd, JOLIET_ROOT * SECTOR);
  for (const { content, sector: at } of placed) content.copy(cd, at * SECTOR);
  return cd;
}

/** The files of a CD that `cdOf` has written, in the order of their names. */
export function filesOn(cd: Buffer): CdFile[] {
  const root = cd.subarray(JOLIET_ROOT * SECTOR, (JOLIET_ROOT + 1) * SECTOR);
  const files: CdFile[] = [];
  for (let at = 0; at < SECTOR && root[at] !== 0; at += root[at] ?? SECTOR) {
    if (root[at + 25] !== 0) continue;
    const name = Buffer.from(root.subarray(at + 33, at + 33 + (root[at + 32] ?? 0)));
    const from = root.readUInt32LE(at + 2) * SECTOR;
    const content = cd.subarray(from, from + root.readUInt32LE(at + 10));
    files.push({ name: name.swap16().toString("utf16le"), content });
  }
  return files;
}

/** A volume descriptor (8.4, 8.5). @param type 1 for the primary, 2 for Joliet */
function descriptor(label: string, sectors: number, tree: Tree, type: 1 | 2): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  bytes[0] = type;
  bytes.write("CD001", 1, "latin1");
  bytes[6] = 1;
  const spaces = (length: number) => tree.encode(" ".repeat(type === 1 ? length : length / 2));
  spaces(32).copy(bytes, 8);
  spaces(32).copy(bytes, 40);
  tree.encode(label).copy(bytes, 40);
  bothEnds32(sectors).copy(bytes, 80);
  // Joliet level 3.
  if (type === 2) bytes.write("%/E", 88, "latin1");
  for (const at of [120, 124]) bothEnds16(1).copy(bytes, at);
  bothEnds16(SECTOR).copy(bytes, 128);
  bothEnds32(PATH_TABLE_BYTES).copy(bytes, 132);
  bytes.writeUInt32LE(tree.tables[0], 140);
  bytes.writeUInt32BE(tree.tables[1], 148);
  entry(Buffer.of(0), tree.root, SECTOR, true).copy(bytes, 156);
  // Names of sets, publishers and programs, and no dates.
  spaces(623).copy(bytes, 190);
  for (const at of [813, 830, 847, 864]) bytes.write("0".repeat(16), at, "latin1");
  bytes[881] = 1;
  return bytes;
}

/** The path table of a CD whose only folder is its root (9.4). */
function pathTable(root: number, high: boolean): Buffer {
  const bytes = Buffer.alloc(PATH_TABLE_BYTES);
  bytes[0] = 1;
  if (high) {
    bytes.writeUInt32BE(root, 2);
    bytes.writeUInt16BE(1, 6);
  } else {
    bytes.writeUInt32LE(root, 2);
    bytes.writeUInt16LE(1, 6);
  }
  return bytes;
}

/** @throws Error when the names do not fit into one sector */
function folder({ encode, root }: Tree, files: readonly PlacedFile[], nameOf: (name: string) => string): Buffer {
  const self = [Buffer.of(0), Buffer.of(1)].map((name) => entry(name, root, SECTOR, true));
  const entries = files
    .map(({ name, content, sector }) => ({ name: encode(nameOf(name)), content, sector }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map(({ name, content, sector }) => entry(name, sector, content.length, false));
  const bytes = Buffer.concat([...self, ...entries]);
  if (bytes.length > SECTOR) throw new Error("The folder of a CD is too long.");
  return bytes;
}

/** A directory record (9.1). */
function entry(name: Buffer, sector: number, length: number, isFolder: boolean): Buffer {
  const bytes = Buffer.alloc(33 + name.length + (1 - (name.length % 2)));
  bytes[0] = bytes.length;
  bothEnds32(sector).copy(bytes, 2);
  bothEnds32(length).copy(bytes, 10);
  // The first of January 1970.
  Buffer.of(70, 1, 1, 0, 0, 0, 0).copy(bytes, 18);
  bytes[25] = isFolder ? 2 : 0;
  bothEnds16(1).copy(bytes, 28);
  bytes[32] = name.length;
  name.copy(bytes, 33);
  return bytes;
}

function bothEnds32(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value, 0);
  bytes.writeUInt32BE(value, 4);
  return bytes;
}

function bothEnds16(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(value, 0);
  bytes.writeUInt16BE(value, 2);
  return bytes;
}
