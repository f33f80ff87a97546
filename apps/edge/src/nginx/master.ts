import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readIfThere } from "../replace-file.ts";

const END_MS = 5_000;
const POLL_MS = 20;

/** The process id of a folder's nginx, if it runs. The id in the file may be another process's by now. */
export function masterOf(folder: string): number | undefined {
  const pid = Number(readIfThere(join(folder, "nginx.pid")) ?? 0);
  if (pid === 0 || !isAlive(pid)) return undefined;
  return readIfThere(`/proc/${pid}/cmdline`)?.includes(folder) ? pid : undefined;
}

/** The workers of a folder's nginx, also those that a killed master left. */
export function workersOf(folder: string): number[] {
  const log = join(folder, "error.log");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && titleOf(Number(name)).startsWith("nginx: worker process"))
    .filter((name) => holds(name, log))
    .map(Number);
}

/** Whether a worker still takes connections and datagrams: it does not any more once it is ending. */
export function isServing(worker: number): boolean {
  return titleOf(worker) === "nginx: worker process";
}

const titleOf = (pid: number) => (readIfThere(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", "").trim();

function holds(pid: string, file: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((descriptor) => readlinkSync(join(folder, descriptor)) === file);
  } catch {
    return false; // It ended meanwhile, or is another user's.
  }
}

/** Ends a folder's nginx. Sends the next signal when it has not ended after some seconds. */
export async function endMaster(folder: string, signals: readonly NodeJS.Signals[]): Promise<void> {
  const pid = masterOf(folder);
  if (pid === undefined) return;
  for (const signal of signals) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (const until = Date.now() + END_MS; isAlive(pid) && Date.now() < until; ) await delay(POLL_MS);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
