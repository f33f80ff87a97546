// Starts and stops a PostgreSQL server on a folder.
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, realpathSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { isAlive, isServing, type RunningServer, releasePidFile, serverOf } from "./server-process.ts";

/**
 * Starts the server and waits until it answers. Its log goes to `logFile`.
 * @throws with the end of the log when it does not start
 */
export async function startServer(
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  logFile: string,
  { postgres, runAs }: Binaries,
): Promise<RunningServer> {
  const log = openSync(logFile, "w", 0o600);
  const flags = Object.entries({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    max_connections: "200",
    ...settings,
  }).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  // In a separate session, so that Ctrl-C in a terminal does not stop the database while other processes still finish.
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
    if (ended !== undefined)
      throw new Error(`PostgreSQL did not start: ${ended === "exit" ? lastLines(logFile) : ended.message}`);
    const server = serverOf(folder);
    if (server?.ready && server.pid === child.pid) return { pid: server.pid, port: server.port };
    if (Date.now() > end) throw new Error(`PostgreSQL was not ready within a minute: see ${logFile}`);
  }
}

/**
 * The server that runs on `folder`, whichever process started it. Undefined when there is none. Only call it while no
 * process can be starting one (see joinEmbeddedDatabase).
 * @throws when one neither becomes ready nor ends
 */
export async function findServer(folder: string): Promise<RunningServer | undefined> {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(20)) {
    const server = serverOf(folder);
    if (server === undefined || !isAlive(server.pid)) return undefined;
    if (!server.ready) continue; // it recovers, or is about to end
    if (await answers(server.port)) return { pid: server.pid, port: server.port };
    releasePidFile(folder);
    return undefined;
  }
  throw new Error(`The PostgreSQL server of ${folder} neither gets ready nor stops: see postgres.log beside it.`);
}

/** Closes connections and writes everything to disk (a fast shutdown in Postgres). */
export async function stopServer(folder: string, server: RunningServer): Promise<void> {
  if (!isServing(folder, server)) return;
  process.kill(server.pid, "SIGINT");
  const impatient = Date.now() + 30_000;
  for (let asked = false; isServing(folder, server); await delay(10)) {
    if (asked || Date.now() < impatient) continue;
    asked = true;
    process.kill(server.pid, "SIGQUIT");
  }
  // Its files are closed. The process may stay in the list for good in a container without an init.
  for (const end = Date.now() + 1000; isAlive(server.pid) && Date.now() < end; ) await delay(5);
}

function lastLines(file: string): string {
  return readFileSync(file, "utf8").trim().split("\n").slice(-5).join("\n");
}

/** Whether something listens at a port of this host. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
