import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

/** Of Linux: the unit of times in /proc. */
const TICKS_PER_SECOND = 100;

/** Processor seconds that a process has taken, with those of its children that have ended. */
export function cpuSecondsOf(pid: number): number {
  return statOf(pid)?.seconds ?? 0;
}

/** Megabytes that a process has in memory. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Processor seconds that a PostgreSQL server on this machine has taken, with all its sessions, also ended ones. */
export async function cpuSecondsOfServer(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>("SHOW data_directory");
  const pid = Number(readFileSync(join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readdirSync("/proc")
    .map(Number)
    .filter((other) => other > 0 && statOf(other)?.parent === pid);
  return [pid, ...children].reduce((sum, each) => sum + cpuSecondsOf(each), 0);
}

/** @returns undefined when the process has ended meanwhile */
function statOf(pid: number): { parent: number; seconds: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  // The name of the program, in parentheses, may have spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
}
