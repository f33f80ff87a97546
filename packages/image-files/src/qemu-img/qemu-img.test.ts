// qemu-img in its jail: what it reads, converts and refuses, and what a program cannot reach from there.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImageFormat } from "@fulmar/contract";
import { needs } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkImageFile } from "../check-image-file.ts";
import { type Jailed, runJailed } from "./jail.ts";
import { openQemuImg, type QemuImg, rawOfQcow2 } from "./qemu-img.ts";

const MIB = 1024 ** 2;
const { signal } = new AbortController();
const opened = await openQemuImg(signal);
const here = needs("qemu-img and user namespaces", typeof opened !== "string");
const limits = { cpuSeconds: 20, memoryBytes: 1024 * MIB, fileBytes: 4 * MIB };

let folder: string;
let qemu: QemuImg;
let disk: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fulmar-qemu-"));
  if (typeof opened !== "string") qemu = opened;
  disk = Buffer.alloc(3 * MIB);
  disk.write("a system that boots", 1_024);
  disk.fill(7, 2 * MIB);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => rm(join(folder, "out"), { force: true }));

/** Outside the jail, as the people do who bring files. */
const tool = (...args: readonly string[]) => execFileSync("qemu-img", args, { cwd: folder, stdio: "pipe" });

async function made(format: string, ...options: readonly string[]): Promise<string> {
  await writeFile(join(folder, "disk.raw"), disk);
  if (format !== "raw") tool("convert", "-f", "raw", "-O", format, ...options, "disk.raw", `disk.${format}`);
  return join(folder, `disk.${format}`);
}

function header(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(512);
  bytes.write(name);
  bytes.write("0000644\0", 100);
  bytes.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  bytes.write("        0", 148);
  bytes.write("ustar\x0000", 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return bytes;
}

async function ova(): Promise<string> {
  const vmdk = await readFile(await made("vmdk", "-o", "subformat=streamOptimized"));
  const pad = Buffer.alloc((512 - (vmdk.length % 512)) % 512);
  const parts = [header("vm.ovf", 0), header("disk.vmdk", vmdk.length), vmdk, pad, Buffer.alloc(1_024)];
  await writeFile(join(folder, "disk.ova"), Buffer.concat(parts));
  return join(folder, "disk.ova");
}

const FILES: readonly (readonly [ImageFormat, () => Promise<string>])[] = [
  ["raw", () => made("raw")],
  ["qcow2", () => made("qcow2")],
  ["qcow2", () => made("qcow2", "-o", "compat=0.10")],
  ["qcow2", () => made("qcow2", "-c", "-o", "compression_type=zstd")],
  ["vhd", () => made("vpc", "-o", "force_size=on")],
  ["vhdx", () => made("vhdx")],
  ["vhdx", () => made("vhdx", "-o", "subformat=fixed")],
  ["vmdk", () => made("vmdk")],
  ["vmdk", () => made("vmdk", "-o", "subformat=streamOptimized")],
  ["ova", ova],
];

test.each(FILES)("a %s is read, and becomes a qcow2 with the same disk", here, async (format, make) => {
  const path = await make();
  await checkImageFile(path, format, 1);
  await qemu.examine(path, format, 1, signal);
  const out = join(folder, "out");
  await qemu.convert(path, out, format, 1, signal);
  expect(await checkImageFile(out, "qcow2", 1)).toBe(disk.length);
  tool("convert", "-f", "qcow2", "-O", "raw", "out", "back.raw");
  expect((await readFile(join(folder, "back.raw"))).equals(disk)).toBe(true);
});

test("a qcow2 becomes a raw disk, and one that names another file does not", here, async () => {
  const out = join(folder, "out");
  await rawOfQcow2(await made("qcow2"), out, signal);
  expect((await readFile(out)).equals(disk)).toBe(true);
  tool("create", "-f", "qcow2", "-b", await made("raw"), "-F", "raw", "on-another.qcow2");
  const stands = rawOfQcow2(join(folder, "on-another.qcow2"), join(folder, "none"), signal);
  await expect(stands).rejects.toThrow("names a backing file");
  expect(existsSync(join(folder, "none"))).toBe(false);
});

test("an archive of LXD is no disk", here, async () => {
  await qemu.examine(join(folder, "absent"), "lxd", 1, signal);
});

test("a backing file that the header hid is neither told nor read", here, async () => {
  await writeFile(join(folder, "secret"), Buffer.alloc(MIB, 9));
  tool("create", "-f", "qcow2", "-b", join(folder, "secret"), "-F", "raw", "backed.qcow2");
  const path = join(folder, "backed.qcow2");
  await expect(qemu.examine(path, "qcow2", 1, signal)).rejects.toThrow(/data in other files/);
  await expect(qemu.convert(path, join(folder, "out"), "qcow2", 1, signal)).rejects.toThrow(/No such file/);
  expect((await stat(join(folder, "out"))).size).toBeLessThan(MIB);
});

test("data in another file is refused", here, async () => {
  tool("create", "-f", "qcow2", "-o", "data_file=data.raw", "outside.qcow2", "1M");
  await expect(qemu.examine(join(folder, "outside.qcow2"), "qcow2", 1, signal)).rejects.toThrow(
    /data in other files|cannot read the file as qcow2/,
  );
});

test(
  "a disk that is larger than its file says to the header, and a file of another format are refused",
  here,
  async () => {
    tool("create", "-f", "qcow2", "large.qcow2", "3G");
    await expect(qemu.examine(join(folder, "large.qcow2"), "qcow2", 2, signal)).rejects.toThrow(/3 GB, more than/);
    await expect(qemu.examine(await made("qcow2"), "vhd", 1, signal)).rejects.toThrow(/cannot read the file as vhd: /);
  },
);

const inJail = (script: string, more: Partial<Jailed> = {}) =>
  runJailed(["sh", "-c", script], { limits, ...more }, signal);

test("a program in the jail has the two files and the system's programs, and no privilege", here, async () => {
  const image = join(folder, "image");
  const out = join(folder, "written");
  await writeFile(image, "in", { mode: 0o644 });
  await writeFile(out, "");
  await chmod(out, 0o666);
  const script =
    "ls /; ls /dev; cat /image > /out; (echo > /image) 2>&1; (echo > /usr/x) 2>&1; (mount -t tmpfs x /usr) 2>&1";
  const { stdout } = await inJail(script, { image, out });
  const listed = stdout.split("\n").filter((line) => /^[a-z0-9]+$/.test(line) && !/^lib|^bin$/.test(line));
  expect(listed.toSorted()).toEqual(["dev", "image", "null", "out", "usr"]);
  expect(stdout.match(/Read-only|ermission denied|must be superuser|not permitted/g)).toHaveLength(3);
  expect([await readFile(out, "utf8"), await readFile(image, "utf8"), existsSync("/usr/x")]).toEqual([
    "in",
    "in",
    false,
  ]);
});

test("it is ended at its limits, and when its caller gives up", here, async () => {
  const out = join(folder, "written");
  await writeFile(out, "");
  expect((await inJail("while :; do :; done", { limits: { ...limits, cpuSeconds: 1 } })).code).toBeNull();
  expect((await inJail("yes > /out", { out })).code).not.toBe(0);
  expect((await stat(out)).size).toBeLessThanOrEqual(limits.fileBytes);
  const given = new AbortController();
  const running = runJailed(["sleep", "600"], { limits }, given.signal);
  given.abort(new Error("given up"));
  await expect(running).rejects.toThrow("given up");
  await expect(runJailed(["true"], { limits }, given.signal)).rejects.toThrow("given up");
});
