// The process of a server, according to its pid file.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** postmaster.pid, line by line: pid, folder, start, port, socket folder, address, memory key, state. */
export function serverOf(folder: string) {
  const lines = readIfThere(pidFile(folder)).split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" } : undefined;
}

/**
 * Handles a pid file that outlived its server while another program got its number, as happens in containers. Postgres
 * would refuse to start, so the file gets a number that no system assigns. The file stays, because Postgres also reads
 * from it whether connections of the old server are still open.
 */
export function releasePidFile(folder: string): void {
  const [, ...rest] = readFileSync(pidFile(folder), "utf8").split("\n");
  writeFileSync(pidFile(folder), ["999999999", ...rest].join("\n"));
}

export function isServing(folder: string, { pid }: RunningServer): boolean {
  return serverOf(folder)?.pid === pid && isAlive(pid);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM"); // it is there, and someone else's
  }
}

/** The server may remove its file at any moment when it stops. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function pidFile(folder: string): string {
  return join(folder, "postmaster.pid");
}
