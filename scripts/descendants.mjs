// The processes that a process has started, itself or through others.
import { execFileSync } from "node:child_process";

/** How long processes have to end after a signal. */
const GRACE_MS = 15_000;

/** `{ pid, parent }` of all processes except zombies. */
function processes() {
  return String(execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="]))
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state.startsWith("Z"))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** The ids of all processes that a process has started, itself or through others. */
export function descendantsOf(pid, all = processes()) {
  return all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...descendantsOf(child.pid, all)]);
}

/** Those of the ids whose processes are running. */
export function runningOf(pids) {
  const all = new Set(processes().map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
}

/**
 * Kills what this process has started, once it has been asked to end: at its end, and what has not ended after 15
 * seconds before that. A test runner that is stopped leaves the programs that its tests have started.
 */
export function endDescendantsOnSignal() {
  const onSignal = () => {
    const started = descendantsOf(process.pid);
    const end = () => {
      for (const pid of runningOf(started)) process.kill(pid, "SIGKILL");
    };
    process.once("exit", end);
    setTimeout(end, GRACE_MS).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, onSignal);
}
