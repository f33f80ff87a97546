// Creates a server's files.
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type Binaries, reachableFolder } from "./binaries.ts";

/** The one role of a new server, its superuser. */
const superuser = "fulmar";

/**
 * Creates the server's files in `folder`, completely or not at all. All connections need `password`, so that other
 * users of the machine have no access.
 */
export function createCluster(folder: string, password: string, { initdb, runAs }: Binaries): void {
  const place = reachableFolder(folder, runAs);
  const fresh = `${place}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  const passwordFile = `${place}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined)
    for (const path of [fresh, passwordFile]) chownSync(path, runAs.uid, runAs.gid);
  const flags = [
    "--username",
    superuser,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
  ];
  const made = spawnSync(initdb, ["-D", fresh, ...flags, "--no-sync"], { ...runAs, cwd: "/", encoding: "utf8" });
  rmSync(passwordFile);
  if (made.status !== 0)
    throw new Error(`PostgreSQL could not make its files in ${place}: ${made.stderr || made.error?.message}`);
  renameSync(fresh, place);
  if (place !== folder) {
    rmSync(folder, { force: true }); // a link to files that are gone
    symlinkSync(place, folder);
  }
}

/** Creates the server's files in `folder` by what `fill` writes there. */
export async function fillCluster(
  folder: string,
  fill: (folder: string) => Promise<void>,
  binaries: Binaries,
): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  await fill(folder);
  giveToServer(folder, binaries);
}

/** Makes the server's user the owner of a folder and all that is in it. */
export function giveToServer(folder: string, { runAs: { uid, gid } }: Binaries): void {
  if (uid === undefined || gid === undefined) return;
  const given = spawnSync("chown", ["-R", `${uid}:${gid}`, folder], { encoding: "utf8" });
  if (given.status !== 0) throw new Error(`${folder} could not be given to the server's user: ${given.stderr}`);
}

/** Password-protected URL of a database of the server. */
export function databaseUrl(port: number, password: string, name: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${name}`;
}
