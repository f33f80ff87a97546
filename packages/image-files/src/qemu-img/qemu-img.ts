import { chmod, open, writeFile } from "node:fs/promises";
import type { ImageFormat } from "@fulmar/contract";
import { z } from "zod";
import { imageFile, RefusedFile, requireFits } from "../image-file.ts";
import { ovaDisk } from "../ova.ts";
import { qcow2Size } from "../qcow2.ts";
import { type JailedEnd, type JailLimits, runJailed } from "./jail.ts";

const GIB = 1024 ** 3;
const SECTOR = 512;
/** Reading headers takes a fraction of it; a file that takes more was made to. */
const EXAMINING: JailLimits = { cpuSeconds: 60, memoryBytes: GIB, fileBytes: 0 };
/** At a gigabyte in ten seconds, and tables besides the disk. */
const converting = (diskGb: number): JailLimits => ({
  cpuSeconds: 120 + 10 * diskGb,
  memoryBytes: GIB,
  fileBytes: (diskGb + 1) * GIB,
});

/** Runs `qemu-img` in a jail, on files whose headers were checked (docs/adr/0154). */
export interface QemuImg {
  /**
   * Has it read the file as the format that it was checked for. It never guesses one.
   * @throws RefusedFile where it cannot, and for what names other files
   */
  examine(path: string, format: ImageFormat, minDiskGb: number, signal: AbortSignal): Promise<void>;
  /** Whether files of a format are disks, which can be converted. */
  converts(format: ImageFormat): boolean;
  /**
   * Writes the disk of the file as a qcow2 that stands alone. @param to where there is no file yet
   * @throws RefusedFile where it cannot
   */
  convert(path: string, to: string, format: ImageFormat, minDiskGb: number, signal: AbortSignal): Promise<void>;
}

/** What `qemu-img info --output=json` says; `docs/interop/qemu-img` of QEMU lists the rest. */
const Info = z.object({
  "virtual-size": z.number(),
  "backing-filename": z.string().optional(),
  encrypted: z.boolean().optional(),
  "format-specific": z
    .object({ data: z.object({ "data-file": z.string().optional(), extents: z.array(z.unknown()).optional() }) })
    .optional(),
});

/** @returns why there is none as a sentence, where it is not installed or the system allows no jail */
export async function openQemuImg(signal: AbortSignal): Promise<QemuImg | string> {
  try {
    const { code, stderr } = await runJailed(["qemu-img", "--version"], { limits: EXAMINING }, signal);
    if (code !== 0) return `qemu-img cannot be run: ${lineOf(stderr)}`;
  } catch (error) {
    signal.throwIfAborted();
    return `qemu-img is not run, because ${error instanceof Error ? error.message : error}`;
  }
  return { examine, converts: (format) => format !== "lxd", convert };
}

async function examine(path: string, format: ImageFormat, minDiskGb: number, signal: AbortSignal): Promise<void> {
  const options = await optionsOf(path, format);
  if (options === undefined) return;
  await readable(path);
  const command = ["qemu-img", "info", "--output=json", "--image-opts", options];
  const { stdout } = succeeded(await runJailed(command, { image: path, limits: EXAMINING }, signal), format);
  const info = Info.parse(JSON.parse(stdout));
  const { "data-file": data, extents = [] } = info["format-specific"]?.data ?? {};
  if (info["backing-filename"] !== undefined || data !== undefined || extents.length > 1)
    throw new RefusedFile("The image keeps its data in other files; put all into one by qemu-img convert.");
  if (info.encrypted) throw new RefusedFile("The image is encrypted; decrypt it by qemu-img convert.");
  requireFits(info["virtual-size"], minDiskGb);
}

async function convert(
  path: string,
  to: string,
  format: ImageFormat,
  minDiskGb: number,
  signal: AbortSignal,
): Promise<void> {
  const options = await optionsOf(path, format);
  if (options === undefined) throw new Error(`no ${format} is converted`);
  await readable(path);
  const command = ["qemu-img", "convert", "--image-opts", "-O", "qcow2", options, "/out"];
  succeeded(await writingTo(to, command, { image: path, limits: converting(minDiskGb) }, signal), format);
}

/** @param to where there is no file yet, `/out` of the jail */
async function writingTo(
  to: string,
  command: readonly string[],
  jailed: { readonly image: string; readonly limits: JailLimits },
  signal: AbortSignal,
): Promise<JailedEnd> {
  await writeFile(to, "", { flag: "wx" });
  // The folder is of this process alone; in the jail, the program may be another user.
  await chmod(to, 0o666);
  const end = await runJailed(command, { ...jailed, out: to }, signal);
  await chmod(to, 0o644);
  return end;
}

/**
 * Writes the disk of a qcow2 as a raw file, which has holes where the disk is empty. @param to where there is no file yet
 * @throws RefusedFile where it cannot be read, and Error where the system allows no jail
 */
export async function rawOfQcow2(path: string, to: string, signal: AbortSignal): Promise<void> {
  const handle = await open(path);
  let size: number;
  try {
    size = await qcow2Size(await imageFile(handle));
  } finally {
    await handle.close();
  }
  const options = await optionsOf(path, "qcow2");
  if (options === undefined) throw new Error("a qcow2 is a disk");
  await readable(path);
  const command = ["qemu-img", "convert", "--image-opts", "-O", "raw", options, "/out"];
  const limits = converting(Math.ceil(size / GIB));
  succeeded(await writingTo(to, command, { image: path, limits }, signal), "qcow2");
}

/** The folder of the file is of this process alone. */
const readable = (path: string) => chmod(path, 0o644);

/** How QEMU opens `/image`: as one format, and never as one that it finds. Undefined for what is no disk. */
async function optionsOf(path: string, format: ImageFormat): Promise<string | undefined> {
  const file = "file.driver=file,file.filename=/image";
  switch (format) {
    case "qcow2":
      return `driver=qcow2,${file}`;
    case "raw":
      return `driver=raw,${file}`;
    case "vhd":
      // The size of the footer, and not the one of its geometry, which is rounded.
      return `driver=vpc,force_size_calc=current_size,${file}`;
    case "vhdx":
    case "vmdk":
      return `driver=${format},${file}`;
    case "ova":
      return vmdkOptions(path);
    case "lxd":
      return undefined;
  }
}

/** The disk is read where it is in the archive, so nothing is unpacked. */
async function vmdkOptions(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { at, size } = await ovaDisk(await imageFile(handle));
    const whole = Math.ceil(size / SECTOR) * SECTOR;
    return `driver=vmdk,file.driver=raw,file.offset=${at},file.size=${whole},file.file.driver=file,file.file.filename=/image`;
  } finally {
    await handle.close();
  }
}

/** @throws RefusedFile where the program failed, or was ended at a limit */
function succeeded(end: JailedEnd, format: ImageFormat): JailedEnd {
  if (end.code === 0) return end;
  if (end.code === null)
    throw new RefusedFile(
      `Reading the ${format} takes more time, memory or room than its disk can; it was made to mislead, or is damaged.`,
    );
  throw new RefusedFile(`qemu-img cannot read the file as ${format}: ${lineOf(end.stderr)}`);
}

/** The last line of what it says, without the paths of the jail. */
function lineOf(stderr: string): string {
  const line = stderr.trim().split("\n").at(-1) ?? "";
  return line
    .replace(/^qemu-img: /, "")
    .replaceAll(/'?(json:\{.*\}|\/image|\/out)'?:? ?/g, "")
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, 300);
}
