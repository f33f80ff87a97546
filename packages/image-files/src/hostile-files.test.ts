// What files of images are refused for, before any program opens them.
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ImageFormat } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkImageFile } from "./check-image-file.ts";
import { crc32c } from "./crc32c.ts";
import { imageFile } from "./image-file.ts";
import { lxdArchiveSize } from "./lxd-archive.ts";

const GIB = 1024 ** 3;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fulmar-hostile-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(format: ImageFormat, content: Buffer, minDiskGb = 1): Promise<number | string> {
  const path = join(folder, "file");
  await writeFile(path, content);
  return checkImageFile(path, format, minDiskGb).catch(({ message }: Error) => message);
}

/** A qcow2 of version 3 with the tables that its size needs. */
function qcow2(change: (header: Buffer) => void = () => undefined, size = GIB): Buffer {
  const file = Buffer.alloc(4 * 65_536);
  file.write("QFI\xfb", "latin1");
  file.writeUInt32BE(3, 4);
  file.writeUInt32BE(16, 20);
  file.writeBigUInt64BE(BigInt(size), 24);
  file.writeUInt32BE(Math.ceil(size / 2 ** 29), 36);
  file.writeBigUInt64BE(3n * 65_536n, 40);
  file.writeBigUInt64BE(65_536n, 48);
  file.writeUInt32BE(1, 56);
  file.writeUInt32BE(4, 96);
  file.writeUInt32BE(104, 100);
  change(file);
  return file;
}

function packed(header: Buffer, features: bigint, method: number): void {
  header.writeBigUInt64BE(features, 72);
  header.writeUInt32BE(112, 100);
  header.writeUInt8(method, 104);
}

describe("qcow2", () => {
  test("one that stands alone has the size of its disk", async () => {
    expect(await check("qcow2", qcow2())).toBe(GIB);
    expect(
      await check(
        "qcow2",
        qcow2((header) => header.writeUInt32BE(2, 4)),
      ),
    ).toBe(GIB);
    expect(
      await check(
        "qcow2",
        qcow2((header) => packed(header, 8n, 1)),
      ),
    ).toBe(GIB);
  });

  test.each<readonly [string, (header: Buffer) => void, RegExp]>([
    ["another magic", (header) => header.write("QED\0", "latin1"), /is not one/],
    ["version 4", (header) => header.writeUInt32BE(4, 4), /version 4/],
    ["a backing file", (header) => header.writeBigUInt64BE(4_096n, 8), /backing file; flatten it/],
    ["a name of a backing file alone", (header) => header.writeUInt32BE(11, 16), /backing file/],
    ["an external data file", (header) => header.writeBigUInt64BE(4n, 72), /data in another file/],
    ["the name of an external data file", (header) => header.writeUInt32BE(0x44_41_54_41, 104), /data in another file/],
    ["encryption", (header) => header.writeUInt32BE(2, 32), /encrypted/],
    ["a corrupt one", (header) => header.writeBigUInt64BE(2n, 72), /corrupt/],
    ["unknown features", (header) => header.writeBigUInt64BE(1n << 40n, 72), /not known/],
    ["a header beyond all limits", (header) => header.writeUInt32BE(1 << 20, 100), /impossible length/],
    ["clusters of 4 GiB", (header) => header.writeUInt32BE(32, 20), /clusters/],
    ["a table of 4,294,967,295 entries", (header) => header.writeUInt32BE(0xff_ff_ff_ff, 36), /tables/],
    ["a table behind the end", (header) => header.writeBigUInt64BE(1n << 50n, 40), /tables/],
    ["a table too small for its disk", (header) => header.writeUInt32BE(1, 36), /tables/],
    ["a table of reference counts of 32 MiB", (header) => header.writeUInt32BE(512, 56), /tables .* larger/],
    ["no table of reference counts", (header) => header.writeUInt32BE(0, 56), /tables .* larger/],
    ["reference counts of 128 bits", (header) => header.writeUInt32BE(7, 96), /impossible width/],
    ["a million snapshots", (header) => header.writeUInt32BE(1_000_000, 60), /tables .* larger/],
    ["clusters packed by an unknown method", (header) => packed(header, 8n, 2), /method that is not known here \(2\)/],
    ["zstd that the features do not tell", (header) => packed(header, 0n, 1), /method that is not known/],
    ["another method that is zlib after all", (header) => packed(header, 8n, 0), /method that is not known/],
    ["a disk of 8 EiB", (header) => header.writeBigUInt64BE(1n << 63n, 24), /tables|larger/],
  ])("%s is refused", async (_, change, reason) => {
    expect(await check("qcow2", qcow2(change))).toMatch(reason);
  });

  test("a disk larger than min_disk_gb and a file that was cut off are refused", async () => {
    expect(await check("qcow2", qcow2(undefined, 3 * GIB), 2)).toMatch(/3 GB, more than min_disk_gb \(2\)/);
    expect(await check("qcow2", qcow2().subarray(0, 80))).toMatch(/cut off/);
    expect(await check("qcow2", qcow2().subarray(0, 10))).toMatch(/is not one/);
    expect(await check("qcow2", qcow2(undefined, 0))).toMatch(/no size/);
  });
});

describe("raw", () => {
  test("whole sectors are a disk", async () => {
    expect(await check("raw", Buffer.alloc(1_024, 7))).toBe(1_024);
  });

  test.each([
    ["qcow2", qcow2()],
    ["VMDK", Buffer.from("# Disk DescriptorFile\n".padEnd(512))],
    ["VHDX", Buffer.from("vhdxfile".padEnd(512))],
    ["LUKS", Buffer.from("LUKS\xba\xbe".padEnd(512), "latin1")],
  ])("a %s in disguise is refused", async (name, content) => {
    expect(await check("raw", content)).toMatch(new RegExp(`begins as ${name}`));
  });

  test("nothing and half a sector are refused", async () => {
    expect(await check("raw", Buffer.alloc(0))).toMatch(/no size/);
    expect(await check("raw", Buffer.alloc(700))).toMatch(/whole sectors/);
  });
});

const sumOf = (bytes: Buffer) => ~bytes.reduce((sum, byte) => sum + byte, 0) >>> 0;

function vhd(type: number, change: (footer: Buffer) => void = () => undefined): Buffer {
  const footer = Buffer.alloc(512);
  footer.write("conectix");
  footer.writeBigUInt64BE(1_024n, 48);
  footer.writeUInt32BE(type, 60);
  footer.writeBigUInt64BE(0xff_ff_ff_ffn, 16);
  change(footer);
  footer.writeUInt32BE(sumOf(footer), 64);
  return Buffer.concat([Buffer.alloc(1_024), footer]);
}

describe("vhd", () => {
  test("a fixed one is a disk", async () => {
    expect(await check("vhd", vhd(2))).toBe(1_024);
  });

  test.each<readonly [string, Buffer, RegExp]>([
    ["one with a parent", vhd(4), /differences to a parent/],
    ["an unknown type", vhd(7), /type 7/],
    [
      "another size than the file's",
      vhd(2, (footer) => footer.writeBigUInt64BE(1n << 40n, 48)),
      /not that of the file/,
    ],
    ["a dynamic one without its header", vhd(3), /not in the file/],
    ["no footer", Buffer.alloc(2_048), /is not one/],
    ["a wrong sum", Buffer.concat([vhd(2).subarray(0, -1), Buffer.from([1])]), /wrong checksum/],
  ])("%s is refused", async (_, content, reason) => {
    expect(await check("vhd", content)).toMatch(reason);
  });
});

interface Vhdx {
  readonly headers?: (header: Buffer, copy: number) => void;
  readonly regions?: (table: Buffer, copy: number) => void;
  readonly metadata?: (region: Buffer) => void;
  /** The second copy of the header and of the regions is damaged. */
  readonly once?: boolean;
}

const KIB = 1_024;
const MIB = KIB ** 2;
const [BLOCKS, METADATA] = ["6677c22d23f600429d64115e9bfd4a08", "06a27c8b90479a4bb8fe575f050f886e"];
const PARENT = "2d5fd3a80bb34d45abf7d3d84834ab0c";
const UNKNOWN = "11".repeat(16);

/** A VHDX of a gigabyte in blocks of 8 MiB, as qemu-img and Hyper-V write one. */
function vhdx({ headers, regions, metadata, once = false }: Vhdx = {}): Buffer {
  const file = Buffer.alloc(3 * MIB);
  file.write("vhdxfile");
  const summed = (bytes: Buffer, copy: number) => bytes.writeUInt32LE(crc32c(bytes) + (once && copy === 1 ? 1 : 0), 4);
  for (const copy of [0, 1]) {
    const header = file.subarray((64 + 64 * copy) * KIB, (68 + 64 * copy) * KIB);
    header.write("head");
    header.writeBigUInt64LE(BigInt(copy), 8);
    header.writeUInt16LE(1, 66);
    headers?.(header, copy);
    summed(header, copy);
    const table = file.subarray((192 + 64 * copy) * KIB, (256 + 64 * copy) * KIB);
    table.write("regi");
    table.writeUInt32LE(2, 8);
    addRegion(table, 0, BLOCKS, MIB);
    addRegion(table, 1, METADATA, 2 * MIB);
    regions?.(table, copy);
    summed(table, copy);
  }
  const region = file.subarray(2 * MIB);
  region.write("metadata");
  region.writeUInt16LE(3, 10);
  addItem(region, 0, "3767a1ca36fa434db3b633f0aa44e76b", [8 * MIB, 0]);
  addItem(region, 1, "2442a52f1bcd7648b2115dbed83bf4b8", [GIB, 0]);
  addItem(region, 2, "1dbf41816fa90947ba47f233a8faab5f", [512]);
  metadata?.(region);
  return file;
}

function addRegion(table: Buffer, index: number, id = UNKNOWN, at = MIB, length = MIB): void {
  const entry = table.subarray(16 + 32 * index);
  entry.write(id, "hex");
  entry.writeBigUInt64LE(BigInt(at), 16);
  entry.writeUInt32LE(length, 24);
  entry.writeUInt32LE(1, 28);
}

function addItem(region: Buffer, index: number, id: string, numbers: readonly number[], flags = 4): void {
  const entry = region.subarray(32 * (index + 1));
  entry.write(id, "hex");
  entry.writeUInt32LE(64 * KIB + 32 * index, 16);
  entry.writeUInt32LE(4 * numbers.length, 20);
  entry.writeUInt32LE(flags, 24);
  for (const [place, number] of numbers.entries()) region.writeUInt32LE(number, 64 * KIB + 32 * index + 4 * place);
}

/** Numbers of the metadata: the block's size, the flags, the disk's size in two halves, and the sector's size. */
const numbers = {
  block: 64 * KIB,
  flags: 64 * KIB + 4,
  size: 64 * KIB + 32,
  sizeHigh: 64 * KIB + 36,
  sector: 64 * KIB + 64,
};
const said = (change: (region: Buffer) => void) => vhdx({ metadata: change });
const set = (at: number, value: number) => said((region) => region.writeUInt32LE(value, at));
const more = (index: number, ...item: readonly [id: string, numbers: readonly number[], flags?: number]) =>
  said((region) => {
    region.writeUInt16LE(index + 1, 10);
    addItem(region, index, ...item);
  });

describe("vhdx", () => {
  test("one that stands alone has the size of its disk, also when a copy of its headers is damaged", async () => {
    expect(await check("vhdx", vhdx())).toBe(GIB);
    expect(await check("vhdx", vhdx({ once: true }))).toBe(GIB);
    const replayed = (header: Buffer, copy: number) => void (copy === 0 && header.write("22".repeat(16), 48, "hex"));
    expect(await check("vhdx", vhdx({ headers: replayed }))).toBe(GIB);
    expect(await check("vhdx", more(3, UNKNOWN, [1], 0))).toBe(GIB);
  });

  test.each<readonly [string, Buffer, RegExp]>([
    ["another signature", Buffer.from("vhdyfile".padEnd(512)), /is not one/],
    ["an end within the headers", vhdx().subarray(0, 100 * KIB), /cut off/],
    ["headers of wrong sums", vhdx({ headers: (header) => header.write("hexd") }), /no valid header/],
    [
      "two headers of one number that differ",
      vhdx({ headers: (header, copy) => void header.fill(copy, 8, 48).writeBigUInt64LE(7n, 8) }),
      /contradict/,
    ],
    ["version 2", vhdx({ headers: (header) => header.writeUInt16LE(2, 66) }), /version 2/],
    ["a log to replay", vhdx({ headers: (header) => header.write("22".repeat(16), 48, "hex") }), /log .* not replayed/],
    ["a parent locator", more(3, PARENT, [1]), /differences to a parent/],
    ["a parent locator that nobody has to know", more(3, PARENT, [1], 0), /differences to a parent/],
    ["the flag of a parent", set(numbers.flags, 2), /differences to a parent/],
    ["tables of wrong sums", vhdx({ regions: (table) => table.write("rexi") }), /no valid table of regions/],
    ["two tables that differ", vhdx({ regions: (table, copy) => void table.writeUInt8(copy, 60_000) }), /contradict/],
    ["4,294,967,295 regions", vhdx({ regions: (table) => table.writeUInt32LE(0xff_ff_ff_ff, 8) }), /too many/],
    [
      "an unknown region that is required",
      vhdx({
        regions(table) {
          table.writeUInt32LE(3, 8);
          addRegion(table, 2);
        },
      }),
      /other regions/,
    ],
    ["a region twice", vhdx({ regions: (table) => addRegion(table, 1, BLOCKS, 2 * MIB) }), /twice/],
    ["no metadata", vhdx({ regions: (table) => table.writeUInt32LE(1, 8) }), /other regions/],
    ["a region behind the end", vhdx({ regions: (table) => addRegion(table, 0, BLOCKS, 2 ** 50) }), /not in the file/],
    ["a region in the headers", vhdx({ regions: (table) => addRegion(table, 0, BLOCKS, 0) }), /not in the file/],
    ["regions that overlap", vhdx({ regions: (table) => addRegion(table, 0, BLOCKS, 2 * MIB) }), /overlap/],
    ["no signature of metadata", said((region) => region.write("metadatx")), /no valid metadata/],
    ["65,535 items", said((region) => region.writeUInt16LE(65_535, 10)), /no valid metadata/],
    ["an unknown item that is required", more(3, UNKNOWN, [1]), /not known here/],
    ["an item of a user that is required", more(3, PARENT, [1], 5), /not known here/],
    ["a size twice", more(3, "2442a52f1bcd7648b2115dbed83bf4b8", [512, 0]), /twice/],
    ["no sector's size", said((region) => region.writeUInt16LE(2, 10)), /does not say/],
    ["an item in the table", said((region) => region.writeUInt32LE(0, 32 * 2 + 16)), /not in the file/],
    ["an item behind the region", said((region) => region.writeUInt32LE(MIB - 4, 32 * 2 + 16)), /not in the file/],
    ["a size of four bytes", said((region) => region.writeUInt32LE(4, 32 * 2 + 20)), /does not say/],
    ["blocks of 512 KiB", set(numbers.block, 512 * KIB), /blocks of an impossible/],
    ["blocks of 512 MiB", set(numbers.block, 512 * MIB), /blocks of an impossible/],
    ["blocks of 3 MiB", set(numbers.block, 3 * MIB), /blocks of an impossible/],
    ["sectors of 1 byte", set(numbers.sector, 1), /sectors of an impossible/],
    ["half a sector", set(numbers.size, 700), /impossible size/],
    ["no disk", set(numbers.size, 0), /impossible size/],
    ["a disk of 8 EiB", set(numbers.sizeHigh, 2 ** 31), /impossible size/],
    ["a disk of 64 TiB", set(numbers.sizeHigh, 16_383), /does not fit its size/],
    ["a disk larger than min_disk_gb", set(numbers.sizeHigh, 1), /5 GB, more than min_disk_gb/],
  ])("%s is refused", async (_, content, reason) => {
    expect(await check("vhdx", content)).toMatch(reason);
  });
});

interface Entry {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly type?: string;
  readonly link?: string;
  /** What the header says instead. */
  readonly size?: number;
}

function tar(...entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ name, content = "", type = "0", link = "", size }) => {
    const bytes = Buffer.from(content);
    const head = Buffer.alloc(512);
    head.write(name, 0, 100);
    head.write("0000644\0", 100);
    head.write(`${(size ?? bytes.length).toString(8).padStart(11, "0")}\0`, 124);
    head.write("        ", 148);
    head.write(type, 156);
    head.write(link, 157, 100);
    head.write("ustar\x0000", 257);
    head.write(
      `${head
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
      148,
    );
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1_024)]);
}

const metadata: Entry = { name: "metadata.yaml", content: "architecture: x86_64\ncreation_date: 1\n" };
const root: Entry[] = [
  { name: "rootfs/", type: "5" },
  { name: "rootfs/bin", type: "2", link: "/usr/bin" },
  { name: "rootfs/etc/hostname", content: "web\n" },
];

describe("lxd", () => {
  test("an archive is counted as what it unpacks to, packed or not", async () => {
    const content = tar(metadata, ...root, { name: "templates/hosts.tpl", content: "x" });
    const size = Buffer.byteLength(String(metadata.content)) + 5;
    expect(await check("lxd", content)).toBe(size);
    expect(await check("lxd", gzipSync(content))).toBe(size);
  });

  const long = `${"../".repeat(40)}etc/passwd`;
  test.each<readonly [string, Buffer, RegExp]>([
    ["a path that leads out", tar(metadata, { name: "rootfs/../../etc/cron.d/x", content: "x" }), /leads out/],
    ["an absolute path", tar(metadata, { name: "/etc/passwd", content: "x" }), /leads out/],
    [
      "a long path of GNU",
      tar(metadata, { name: "././@LongLink", type: "L", content: long }, root[2] ?? metadata),
      /out/,
    ],
    [
      "a path of POSIX",
      tar({ name: "p", type: "x", content: "20 path=/etc/passwd\n" }, root[2] ?? metadata),
      /leads out/,
    ],
    [
      "a path in a line of another attribute",
      tar(
        { name: "p", type: "x", content: "30 comment=\n17 path=rootfs/x\n\n" },
        { name: "/etc/passwd", content: "x" },
      ),
      /leads out/,
    ],
    [
      "attributes of a wrong length",
      tar({ name: "p", type: "x", content: "99 path=rootfs/x\n" }, { name: "/etc/passwd", content: "x" }),
      /damaged/,
    ],
    [
      "a path for all files",
      tar({ name: "p", type: "g", content: "20 path=/etc/passwd\n" }, metadata, ...root),
      /two ways/,
    ],
    [
      "two names for a file",
      tar(
        { name: "././@LongLink", type: "L", content: "/etc/passwd" },
        { name: "p", type: "x", content: "17 path=rootfs/x\n" },
        ...root,
      ),
      /two ways/,
    ],
    ["content behind a folder", tar(metadata, { name: "rootfs/", type: "5", content: "x" }), /behind a link/],
    ["content behind a hard link", tar(metadata, { name: "rootfs/x", type: "1", content: "x" }), /behind a link/],
    ["a hard link out", tar(metadata, { name: "rootfs/x", type: "1", link: "/etc/shadow" }), /hard link/],
    ["a symlink for metadata", tar({ name: "metadata.yaml", type: "2", link: "/etc/shadow" }), /link outside/],
    ["a symlink for the root", tar(metadata, { name: "rootfs", type: "2", link: "/" }), /link outside/],
    ["a device", tar(metadata, ...root, { name: "rootfs/dev/sda", type: "4" }), /device/],
    ["a pipe", tar(metadata, ...root, { name: "rootfs/run/pipe", type: "6" }), /pipe/],
    ["other files", tar(metadata, ...root, { name: "backup.yaml", content: "x" }), /no part/],
    ["no metadata", tar(...root), /no metadata\.yaml/],
    ["no root file system", tar(metadata), /no rootfs/],
    ["a file of 8 GiB", tar(metadata, { name: "rootfs/x", size: 8 * GIB - 1 }), /unpacks to more/],
    ["what packs xz", Buffer.from("\xfd7zXZ\0".padEnd(600), "latin1"), /packed by xz; pack it by gzip/],
    ["no tar", Buffer.alloc(2_048, 1), /no tar/],
    ["broken gzip", Buffer.concat([gzipSync(tar(metadata)).subarray(0, 12), Buffer.alloc(64, 255)]), /damaged/],
    [
      "an end within a file",
      tar(metadata, { name: "rootfs/x", size: 4_096 }).subarray(0, 2_000),
      /ends within|no rootfs/,
    ],
  ])("%s is refused", async (_, content, reason) => {
    expect(await check("lxd", content)).toMatch(reason);
  });

  test("names alone are counted as well", async () => {
    const path = join(folder, "names");
    const many = Array.from({ length: 6_000 }, (_, index): Entry => ({ name: `rootfs/${index}` }));
    await writeFile(path, gzipSync(tar(metadata, ...many)));
    const handle = await open(path);
    await expect(lxdArchiveSize(await imageFile(handle), path, 1_048_576)).rejects.toThrow(/unpacks to more/);
    await handle.close();
  });
});

function vmdk(description: string): Buffer {
  const header = Buffer.alloc(512);
  header.write("KDMV");
  header.writeBigUInt64LE(2_048n, 12);
  header.writeBigUInt64LE(1n, 28);
  header.writeBigUInt64LE(2n, 36);
  return Buffer.concat([header, Buffer.from(description.padEnd(1_024, "\0"))]);
}

const ALONE = 'CID=1\nparentCID=ffffffff\nRW 2048 SPARSE "disk.vmdk"\n';
const ovf: Entry = { name: "vm.ovf", content: "<Envelope/>" };

describe("vmdk", () => {
  test("a disk in one file has its size", async () => {
    expect(await check("vmdk", vmdk(ALONE))).toBe(1_048_576);
  });

  test.each<readonly [string, Buffer, RegExp]>([
    ["a description alone", Buffer.from(`# Disk DescriptorFile\n${ALONE}`.padEnd(1_024)), /no VMDK in one file/],
    ["a disk of ESX", Buffer.from("COWD".padEnd(1_024)), /no VMDK in one file/],
    ["another format", vhd(2), /is not one/],
    ["a qcow2", qcow2(), /begins as qcow2/],
    ["a parent", vmdk(`${ALONE}parentFileNameHint="/etc/shadow"`), /parent/],
    ["an extent elsewhere", vmdk('parentCID=ffffffff\nRW 2048 FLAT "/etc/shadow" 0'), /other files/],
    ["an extent in a folder", vmdk('parentCID=ffffffff\nRW 2048 SPARSE "../disk.vmdk"'), /other files/],
    ["two extents", vmdk(`${ALONE}RW 2048 SPARSE "b.vmdk"`), /other files/],
    ["an end within the description", vmdk(ALONE).subarray(0, 700), /no valid description/],
    ["an end within the header", vmdk(ALONE).subarray(0, 300), /cut off/],
  ])("%s is refused", async (_, content, reason) => {
    expect(await check("vmdk", content)).toMatch(reason);
  });
});

describe("ova", () => {
  test("the disk of an OVA is found", async () => {
    expect(await check("ova", tar(ovf, { name: "disk.vmdk", content: vmdk(ALONE) }))).toBe(1_048_576);
  });

  const withDisk = (description: string) => tar(ovf, { name: "disk.vmdk", content: vmdk(description) });
  const disk: Entry = { name: "disk.vmdk", content: vmdk(ALONE) };
  test.each<readonly [string, Buffer, RegExp]>([
    ["a path", tar(ovf, { ...disk, name: "../disk.vmdk" }), /in a folder/],
    ["a link", tar(ovf, { name: "disk.vmdk", type: "2", link: "/etc/shadow" }), /symlink/],
    ["several disks", tar(ovf, disk, { ...disk, name: "data.vmdk" }), /several disks/],
    ["no disk", tar(ovf), /is not one/],
    ["no description", tar(disk), /is not one/],
    ["a disk that is no VMDK", tar(ovf, { name: "disk.vmdk", content: Buffer.alloc(512) }), /no VMDK/],
    ["a parent", withDisk('parentCID=12345678\nRW 2048 SPARSE "disk.vmdk"'), /parent/],
    ["an extent elsewhere", withDisk('parentCID=ffffffff\nRW 2048 FLAT "/etc/shadow" 0'), /other files/],
    ["an OVA in an OVA", tar(ovf, { name: "disk.vmdk", content: tar(ovf, disk) }), /no VMDK/],
    ["an OVA beside the disk", tar(ovf, disk, { name: "more.ova", content: tar(ovf, disk) }), /several disks/],
    ["an absolute path", tar(ovf, { ...disk, name: "/etc/passwd" }), /in a folder/],
    ["two extents", withDisk(`${ALONE}RW 2048 SPARSE "b.vmdk"`), /other files/],
    ["an end within the disk", tar(ovf, { ...disk, size: 1_048_576 }).subarray(0, 3_000), /ends within/],
  ])("%s is refused", async (_, content, reason) => {
    expect(await check("ova", content)).toMatch(reason);
  });
});
