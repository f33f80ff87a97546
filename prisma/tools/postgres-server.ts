// Starting and stopping one PostgreSQL server on a folder of its own.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Binaries, reachableFolder } from "./binaries.ts";

const superuser = "fulmar";

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** Makes the server's files in `folder`, whole or not at all. Everyone connects with `password`: other users of the machine have no way in. */
export function createCluster(folder: string, password: string, { initdb, runAs }: Binaries): void {
  const place = reachableFolder(folder, runAs);
  const fresh = `${place}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  const passwordFile = `${place}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) for (const path of [fresh, passwordFile]) chownSync(path, runAs.uid, runAs.gid);
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
  if (made.status !== 0) throw new Error(`PostgreSQL could not make its files in ${place}: ${made.stderr || made.error?.message}`);
  renameSync(fresh, place);
  if (place !== folder) {
    rmSync(folder, { force: true }); // a link to files that are gone
    symlinkSync(place, folder);
  }
}

/** Starts the server and waits until it answers; its log goes to `logFile`. Throws with the end of the log when it does not start. */
export async function startServer(
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  logFile: string,
  { postgres, runAs }: Binaries,
): Promise<RunningServer> {
  const log = openSync(logFile, "w", 0o600);
  const flags = Object.entries({ listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: "200", ...settings }).flatMap(([key, value]) => [
    "-c",
    `${key}=${value}`,
  ]);
  // In a session of its own: Ctrl-C in a terminal must not take the database away from processes that are still finishing.
  const child = spawn(postgres, ["-D", realpathSync(folder), "-p", String(port), ...flags], {
    ...runAs,
    cwd: "/",
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  let ended: Error | "exit" | undefined;
  child.once("error", (error) => {
    ended = error;
  });
  child.once("exit", () => {
    ended = "exit";
  });
  for (const end = Date.now() + 60_000; ; await delay(5)) {
    if (ended !== undefined) throw new Error(`PostgreSQL did not start: ${ended === "exit" ? lastLines(logFile) : ended.message}`);
    const server = serverOf(folder);
    if (server?.ready && server.pid === child.pid) return { pid: server.pid, port: server.port };
    if (Date.now() > end) throw new Error(`PostgreSQL was not ready within a minute: see ${logFile}`);
  }
}

/**
 * The server that runs on `folder`, started by whomever; undefined when there is none.
 * Only call it while nobody can be starting one (see joinEmbeddedDatabase). Throws when one neither gets ready nor ends.
 */
export async function findServer(folder: string): Promise<RunningServer | undefined> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(20)) {
    const server = serverOf(folder);
    if (server === undefined || !isAlive(server.pid)) return undefined;
    if (!server.ready) continue; // it recovers, or is about to end
    if (await answers(server.port)) return { pid: server.pid, port: server.port };
    disown(folder);
    return undefined;
  }
  throw new Error(`The PostgreSQL server of ${folder} neither gets ready nor stops: see postgres.log beside it.`);
}

/**
 * The file outlived its server, and the number went to another program, as happens in containers: Postgres would refuse to start.
 * It gets a number that no system gives away. The file itself stays, for Postgres also finds in it whether connections of the old server live on.
 */
function disown(folder: string): void {
  const [, ...rest] = readFileSync(pidFile(folder), "utf8").split("\n");
  writeFileSync(pidFile(folder), ["999999999", ...rest].join("\n"));
}

export function isServing(folder: string, { pid }: RunningServer): boolean {
  return serverOf(folder)?.pid === pid && isAlive(pid);
}

/** Closes connections and writes everything to disk (Postgres calls it a fast shutdown). */
export async function stopServer(folder: string, server: RunningServer): Promise<void> {
  if (!isServing(folder, server)) return;
  process.kill(server.pid, "SIGINT");
  const impatient = Date.now() + 30_000;
  for (let asked = false; isServing(folder, server); await delay(10)) {
    if (asked || Date.now() < impatient) continue;
    asked = true;
    process.kill(server.pid, "SIGQUIT");
  }
  // Its files are closed. What remains is the process, which in a container without an init may stay in the list for good.
  for (const end = Date.now() + 1000; isAlive(server.pid) && Date.now() < end; ) await delay(5);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Password-protected URL of a database of the server. */
export function databaseUrl(port: number, password: string, name: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${name}`;
}

function lastLines(file: string): string {
  return readFileSync(file, "utf8").trim().split("\n").slice(-5).join("\n");
}

function pidFile(folder: string): string {
  return join(folder, "postmaster.pid");
}

/** postmaster.pid, line by line: pid, folder, start, port, socket folder, address, memory key, state. */
function serverOf(folder: string) {
  if (!existsSync(pidFile(folder))) return undefined;
  const lines = readFileSync(pidFile(folder), "utf8").split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" } : undefined;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
