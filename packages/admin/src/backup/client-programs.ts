// PostgreSQL's own client programs, which write and read dumps. pg_dump refuses a server that is newer than itself, and
// pg_restore a dump of a newer pg_dump.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DomainError } from "@fulmar/core/operator";

type ProgramName = "pg_dump" | "pg_restore";

/** Where packages put the programs of each version. */
const BASES = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];

export interface ClientProgram {
  readonly path: string;
  readonly major: number;
}

/** The environment of a client program. */
export type ClientEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Finds a program of this version or a later one: in `folder` alone if it is given, else among those that are
 * installed, the oldest that will do.
 * @param env has the PATH of those that are installed
 * @throws DomainError with one sentence that says what to install
 */
export function clientProgram(
  name: ProgramName,
  needed: number,
  { folder, env }: { readonly folder: string | undefined; readonly env: ClientEnvironment },
): ClientProgram {
  const found = (folder === undefined ? installed(name) : [join(folder, name)]).flatMap((path) => versioned(path, env));
  const [best] = found.filter(({ major }) => major >= needed).toSorted((a, b) => a.major - b.major);
  if (best !== undefined) return best;
  const versions = new Set(found.map(({ major }) => major));
  const others = found.length === 0 ? "is not here" : `is here in version ${[...versions].join(", ")}`;
  throw new DomainError(
    "unavailable",
    `${name} ${needed} or later is needed and ${others}: install PostgreSQL's client programs of version ${needed} ` +
      `(postgresql-client-${needed}; Debian has it in the archive of postgresql.org), or name their folder in ` +
      "FULMAR_POSTGRES_BIN.",
  );
}

function installed(name: ProgramName): string[] {
  const packaged = BASES.filter((base) => existsSync(base)).flatMap((base) =>
    readdirSync(base).map((version) => join(base, version, "bin", name)),
  );
  return [...packaged, name].filter((path) => path === name || existsSync(path));
}

function versioned(path: string, env: ClientEnvironment): ClientProgram[] {
  const { stdout, status } = spawnSync(path, ["--version"], { env, encoding: "utf8" });
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? "") ?? [];
  return status === 0 && major !== undefined ? [{ path, major: Number(major) }] : [];
}

/**
 * Runs a program on a database. The password goes by its environment, because other users see the command line.
 * @param env may have the folder of certificates, HOME, and variables of the program's own
 * @throws DomainError with the last lines that it printed
 */
export async function runProgram(
  { path }: ClientProgram,
  args: readonly string[],
  { url, env }: { readonly url: string; readonly env: ClientEnvironment },
): Promise<void> {
  const server = new URL(url);
  const password = decodeURIComponent(server.password);
  server.password = "";
  const child = spawn(path, [...args, `--dbname=${server.href}`], {
    env: { ...env, ...(password !== "" && { PGPASSWORD: password }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed = (printed + text).slice(-2000);
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new DomainError("unavailable", `${path} failed: ${printed.trim().split("\n").slice(-3).join(" ")}`);
}
