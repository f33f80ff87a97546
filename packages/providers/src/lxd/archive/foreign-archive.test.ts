// Archives of strangers, written anew. What a hostile one has is refused with a sentence, and nothing of it is taken.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { RefusedFile } from "@fulmar/image-files";
import { expect, test } from "vitest";
import { type Wanted, writtenAnew } from "./foreign-archive.ts";
import { beginOf, END_OF_TAR, fileOf, fillOf, type WrittenEntry } from "./tar-writer.ts";

const ROOTFS = "backup/container/rootfs";
const OURS = "name: ours\n";
const wanted: Wanted = {
  tree: ROOTFS,
  leftOut: ["backup/index.yaml", "backup/container"],
  instead: { "backup/index.yaml": OURS },
  mostBytes: 1_000_000,
};

type Entry = Omit<WrittenEntry, "name" | "link" | "size" | "mode"> & {
  readonly name: string;
  readonly link?: string;
  readonly text?: string;
  readonly mode?: number;
  readonly device?: readonly [number, number];
};

function entry({ name, link = "", text = "", mode = 0o644, device, ...more }: Entry): Buffer {
  const content = Buffer.from(text);
  const names = { name: Buffer.from(name, "latin1"), link: Buffer.from(link, "latin1") };
  const begin = beginOf({ ...more, ...names, mode, size: content.length });
  if (device !== undefined) numbered(begin, device);
  return Buffer.concat([begin, content, fillOf(content.length)]);
}

/** Writes the numbers of a device into a header, with its sum. */
function numbered(head: Buffer, device: readonly [number, number]): void {
  for (const [index, number] of device.entries())
    head.write(`${number.toString(8).padStart(7, "0")}\0`, 329 + 8 * index);
  head.write("        ", 148);
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
}

const packed = (...parts: readonly Buffer[]) => gzipSync(Buffer.concat([...parts, END_OF_TAR]));
const at = (name: string, more: Omit<Entry, "name"> = {}) => entry({ name: `${ROOTFS}/${name}`, ...more });

async function* inPieces(bytes: Buffer, size = 700) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const anew = (archive: Buffer, more: Partial<Wanted> = {}) =>
  buffer(writtenAnew(inPieces(archive), { ...wanted, ...more }));

/** What GNU tar, which the server unpacks by, makes of an archive. */
function listed(tar: Buffer): string[] {
  const text = execFileSync("tar", ["-tvf", "-", "--numeric-owner"], { input: tar, encoding: "utf8" });
  return text.split("\n").flatMap((line) => (line === "" ? [] : [line.replace(/ +\S+ \d{4}-\d\d-\d\d \d\d:\d\d/, "")]));
}

test("files, links, owners, attributes and holes of overlays come through; configuration and devices do not", async () => {
  const long = "d".repeat(60);
  const deep = `${long}/${long}/file of a long name`;
  const taken: string[] = [];
  const archive = packed(
    entry({ name: "backup/index.yaml", text: "config: {container: {config: {security.privileged: 'true'}}}\n" }),
    entry({ name: "backup/container/", type: "5" }),
    entry({
      name: "backup/container/backup.yaml",
      text: "container: {config: {raw.lxc: 'lxc.mount.entry = / mnt'}}\n",
    }),
    entry({ name: "backup/container/backup.yaml", text: "devices: {host: {type: disk, source: /, path: /mnt}}\n" }),
    entry({ name: "backup/container/templates/x.tpl", text: "{{ 1 }}" }),
    entry({ name: `${ROOTFS}/`, type: "5", mode: 0o755 }),
    at("etc/hostname", { text: "web\n", uid: 3_000_000_000, gid: 7 }),
    at("etc/hard", { type: "1", link: `${ROOTFS}/etc/hostname` }),
    at("etc/mtab", { type: "2", link: "/proc/self/mounts" }),
    at("up", { type: "2", link: "../../../../etc" }),
    at(deep, { text: "deep", mode: 0o4755, xattrs: new Map([["security.capability", Buffer.from([1, 0, 255])]]) }),
    at("selinux", { xattrs: new Map([["security.selinux", Buffer.from("host")]]) }),
    at("caf\xe9", { text: "not UTF-8" }),
    at("dev/sda", { type: "4", device: [8, 0] }),
    at("dev/mem", { type: "3", device: [1, 1] }),
    at("var/lib/docker/gone", { type: "3" }),
    at("run/pipe", { type: "6" }),
  );
  const tar = await anew(archive, { onFile: (name) => taken.push(name) });
  expect(tar.toString("latin1")).not.toMatch(/privileged|raw\.lxc|mount\.entry|source: \/|selinux\0*=/);
  expect(listed(tar).map((line) => line.slice(line.indexOf("backup/")))).toEqual([
    "backup/index.yaml",
    ROOTFS,
    `${ROOTFS}/etc/hostname`,
    `${ROOTFS}/etc/hard link to ${ROOTFS}/etc/hostname`,
    `${ROOTFS}/etc/mtab -> /proc/self/mounts`,
    `${ROOTFS}/up -> ../../../../etc`,
    `${ROOTFS}/${deep}`,
    `${ROOTFS}/selinux`,
    `${ROOTFS}/caf\\351`,
    `${ROOTFS}/var/lib/docker/gone`,
    `${ROOTFS}/run/pipe`,
  ]);
  expect(listed(tar)[2]).toMatch(/^-rw-r--r-- 65534\/7 /);
  expect(listed(tar)[6]).toMatch(/^-rwsr-xr-x /);
  expect(taken).toEqual(["etc/hostname", deep, "selinux", "caf\xe9"]);
  // It is written the same again, and unpacks to what it says.
  expect(await anew(gzipSync(tar))).toEqual(tar);
  // So it is where nothing is packed.
  expect(await anew(tar)).toEqual(tar);
  const folder = mkdtempSync(join(tmpdir(), "fulmar-archive-"));
  try {
    execFileSync("tar", ["-xf", "-", "--exclude=*/gone", "-C", folder], { input: tar });
    expect(
      execFileSync("cat", [join(folder, ROOTFS, deep), join(folder, "backup/index.yaml")], { encoding: "utf8" }),
    ).toBe(`deep${OURS}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each<[string, Buffer, RegExp]>([
  ["a path with ..", packed(at("../../../etc/passwd", { text: "x" })), /leads out of it/],
  ["a path with . at its end", packed(at(".")), /leads out of it/],
  ["an absolute path", packed(entry({ name: "/etc/passwd", text: "x" })), /leads out of it/],
  ["two slashes", packed(at("/etc")), /leads out of it/],
  ["a file of no backup", packed(entry({ name: "etc/passwd", text: "x" })), /no part of such a backup/],
  ["snapshots", packed(entry({ name: "backup/snapshots/a", text: "x" })), /no part of such a backup/],
  ["a stream of the pool", packed(entry({ name: "backup/container.bin", text: "x" })), /no part of such a backup/],
  ["a symbolic link, then a file below it", packed(at("a", { type: "2", link: "/" }), at("a/etc")), /symbolic link/],
  [
    "a link, a folder instead, and a file in it",
    packed(at("a/b", { type: "2", link: "/etc" }), at("a/b", { type: "5" }), at("a/b/c")),
    /symbolic link/,
  ],
  ["a link in the place of the root", packed(entry({ name: ROOTFS, type: "2", link: "/" })), /no folder/],
  ["a hard link out", packed(at("a", { type: "1", link: "/etc/shadow" })), /leads out of it/],
  ["a hard link to the configuration", packed(at("a", { type: "1", link: "backup/index.yaml" })), /hard link/],
  ["a hard link by ..", packed(at("a", { type: "1", link: `${ROOTFS}/../backup.yaml` })), /leads out of it/],
  [
    "a hard link through a symbolic one",
    packed(at("a", { type: "2", link: "/etc" }), at("b", { type: "1", link: `${ROOTFS}/a/shadow` })),
    /hard link/,
  ],
  ["a path with NUL", packed(at(`a${"\0".repeat(1)}b${"c".repeat(100)}`)), /leads out of it/],
  ["an unknown kind", packed(at("a", { type: "V" })), /unknown kind/],
  ["content behind a link", packed(at("a", { type: "2", link: "b", text: "x" })), /content behind/],
  ["no gzip", Buffer.from("no gzip at all, and long enough to be looked at"), /unpacked by gzip/],
  ["half an archive that is not packed", at("a", { text: "x".repeat(5000) }).subarray(0, 2000), /ends within a file/],
  ["half an archive", gzipSync(at("a", { text: "x".repeat(5000) }).subarray(0, 2000)), /ends within a file/],
  ["no tar", gzipSync(Buffer.alloc(4096, 7)), /no tar/],
])("an archive with %s is refused", async (_what, archive, reason) => {
  await expect(anew(archive)).rejects.toSatisfy(
    (error) => error instanceof RefusedFile && reason.test(error.message) && /^[A-Z].*\.$/.test(error.message),
  );
});

test("an archive unpacks to no more than its disk has, and has no more files than are read", async () => {
  const zeros = packed(at("zeros", { text: "\0".repeat(2_000_000) }));
  expect(zeros.length).toBeLessThan(5_000);
  await expect(anew(zeros)).rejects.toThrow("more than the disk");
  const many = packed(...Array.from({ length: 40 }, (_, file) => at(`many ${file}`, { text: "\0".repeat(40_000) })));
  await expect(anew(many)).rejects.toThrow("more than the disk");
  // What is left out counts as well.
  const beside = packed(entry({ name: "backup/container/x", text: "\0".repeat(20_000_000) }));
  await expect(anew(beside)).rejects.toThrow("more than the disk");
  const one = at("a");
  async function* endless() {
    for (let block = 0; block < 100; block++) yield Buffer.concat(Array.from({ length: 1_000 }, () => one));
  }
  const gzip = createGzip({ level: 1 });
  const source = writtenAnew(gzip, { ...wanted, mostBytes: 1_000_000_000, mostEntries: 50_000 });
  const writing = (async () => {
    for await (const chunk of endless())
      if (!gzip.write(chunk)) await new Promise((drained) => gzip.once("drain", drained));
  })();
  let bytes = 0;
  await expect(
    (async () => {
      for await (const piece of source) bytes += piece.length;
    })(),
  ).rejects.toThrow("too many files");
  expect(bytes).toBeGreaterThan(50_000 * 512);
  gzip.destroy();
  void writing;
});

const ACL = (user: number, group: number) => {
  const acl = Buffer.from("0200000001000600ffffffff0200060000000000080006000000000020000400ffffffff", "hex");
  acl.writeUInt32LE(user, 16);
  acl.writeUInt32LE(group, 24);
  return acl;
};

test.each([
  ["backup/volume", "volatile.idmap.last"],
  [ROOTFS, "volatile.last_state.idmap"],
])("files of %s are owned by the ids of the machine that they were of", async (tree, key) => {
  const map = (Hostid: number, Isuid: boolean) => ({ Isuid, Isgid: !Isuid, Hostid, Nsid: 0, Maprange: 65_536 });
  const last = JSON.stringify([map(1_065_536, true), map(1_065_536, false)]);
  const index = `config:\n  volume:\n    config:\n      ${key}: '${last}'\n      volatile.idmap.next: '[]'\n`;
  const of = async (text: string, owner: number) => {
    const volume = { tree, leftOut: ["backup/index.yaml"], index: "backup/index.yaml" };
    const xattrs = new Map([["system.posix_acl_access", ACL(1_065_540, 4)]]);
    const tar = await anew(
      packed(
        entry({ name: "backup/index.yaml", text }),
        entry({ name: `${tree}/`, type: "5", uid: owner, gid: owner }),
        entry({ name: `${tree}/a`, uid: 1_065_536 + 1000, gid: 7, xattrs }),
      ),
      volume,
    );
    return [...listed(tar).slice(1, 3), [ACL(4, 65_534), ACL(65_534, 4)].findIndex((acl) => tar.includes(acl))];
  };
  const inside = [expect.stringMatching(/ 0\/0 /), expect.stringMatching(/ 1000\/65534 /), 0];
  expect(await of(index, 1_065_536)).toEqual(inside);
  // The owner of the folder decides where nothing is said, or what is no list of ids.
  expect(await of(`${key}: '[]'`, 1_065_536)).toEqual(inside);
  expect(await of(index.replace("65536,", "-1,"), 1_065_536)).toEqual(inside);
  // Or where a server wrote the machine's own ids. Those of no machine are nobody's.
  expect(await of(index, 0)).toEqual([expect.stringMatching(/ 0\/0 /), expect.stringMatching(/ 65534\/7 /), 1]);
});

test("a single disk is taken of an archive of a machine, and a source that fails is not taken to be whole", async () => {
  const disk: Partial<Wanted> = {
    file: "backup/virtual-machine.img",
    leftOut: ["backup/index.yaml", "backup/virtual-machine"],
  };
  const { tree: _, ...rest } = wanted;
  const of = (archive: Buffer) =>
    buffer(writtenAnew(inPieces(archive), { ...rest, ...disk, leftOut: disk.leftOut ?? [] }));
  const image = entry({ name: "backup/virtual-machine.img", text: "disk", mode: 0o600 });
  const tar = await of(packed(entry({ name: "backup/virtual-machine/qemu.nvram", text: "x" }), image));
  expect(tar).toEqual(Buffer.concat([fileOf("backup/index.yaml", OURS), image, END_OF_TAR]));
  await expect(of(packed(entry({ name: "backup/virtual-machine.img", type: "2", link: "/dev/sda" })))).rejects.toThrow(
    "which is no file",
  );
  const other = { path: "backup/virtual-machine.img", sentence: "It is of a virtual machine." };
  await expect(anew(packed(image), { other })).rejects.toThrow("It is of a virtual machine.");
  async function* damaged() {
    yield packed(image);
    throw new Error("the sum is another");
  }
  const seen: Buffer[] = [];
  await expect(
    (async () => {
      for await (const piece of writtenAnew(damaged(), { ...wanted, tree: "backup/virtual-machine.img" }))
        seen.push(piece);
    })(),
  ).rejects.toThrow("the sum is another");
  expect(Buffer.concat(seen).subarray(-1024)).not.toEqual(END_OF_TAR);
  expect(gunzipSync(packed(image)).length).toBeGreaterThan(0);
});
