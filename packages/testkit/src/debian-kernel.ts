// Debian's kernels, for guests of tests: their packages, their modules, and the initial file systems that load them.
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** The programs of the system may be missing in a user's PATH. */
export const env = { ...process.env, PATH: `${process.env.PATH ?? ""}${delimiter}/usr/sbin${delimiter}/sbin` };

/**
 * Unpacks packages of Debian's archive into a new folder.
 * @param kernel the package that depends on the present kernel
 */
export async function unpackPackages(parts: string, kernel: string, packages: readonly string[]): Promise<void> {
  mkdirSync(parts);
  const { stdout } = await run("apt-cache", ["depends", "--no-recommends", "--no-suggests", kernel], { env });
  const present = /Depends: (linux-image-\S+)/.exec(stdout)?.[1];
  if (present === undefined) throw new Error(`The archive has no ${kernel}.`);
  await run("apt-get", ["download", "-q", present, ...packages], { cwd: parts, env });
  for (const file of readdirSync(parts).filter((name) => name.endsWith(".deb")))
    await run("dpkg-deb", ["-x", join(parts, file), parts], { env });
}

/**
 * Copies modules with those that they depend on, and writes their order.
 * @param loaded those that are there already
 */
export async function addModules(kernel: string, names: readonly string[], loaded: readonly string[], to: string) {
  mkdirSync(to, { recursive: true });
  const files = readdirSync(kernel, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ko"));
  const paths = new Map(files.map((file) => [basename(file, ".ko").replaceAll("-", "_"), join(kernel, file)]));
  const order = new Set<string>();
  const add = async (name: string, into: Set<string>): Promise<void> => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`The kernel has no module ${name}.`);
    if (into.has(name)) return;
    const { stdout } = await run("modinfo", ["-F", "depends", path], { env });
    for (const needed of stdout.trim().split(",").filter(Boolean)) await add(needed.replaceAll("-", "_"), into);
    into.add(name);
  };
  const before = new Set<string>();
  for (const name of loaded) await add(name, before);
  for (const name of names) await add(name, order);
  const wanted = [...order].filter((name) => !before.has(name));
  for (const name of wanted) copyFileSync(paths.get(name) ?? "", join(to, `${name}.ko`));
  writeFileSync(join(to, "order"), `${wanted.join("\n")}\n`);
}

/** Packs a folder as an initial file system. */
export async function pack(folder: string, busybox: string, to: string): Promise<void> {
  const packed = 'cd "$1"; find . | "$2" cpio -o -H newc 2>/dev/null | gzip -1 > "$3"';
  await run("sh", ["-ec", packed, "sh", folder, busybox, to], { env });
}
