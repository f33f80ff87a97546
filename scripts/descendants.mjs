// The processes that a process has started, itself or through others.
import { execFileSync } from "node:child_process";

/** How long processes have to end after a signal. */
const GRACE_MS = 15_000;

/** `{ pid, parent, group }` of all processes except zombies. */
function processes() {
  return String(execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="]))
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => !state.startsWith("Z"))
    .map(([pid, parent, group]) => ({ pid: Number(pid), parent: Number(parent), group: Number(group) }));
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

/** How often descendants are looked for after a signal: what is running may start more, and its parent may end. */
const LOOK_MS = 1_000;

let watching = false;

/**
 * Kills what this process has started, once it has been asked to end: at its end, and what has not ended after 15
 * seconds before that. A test runner that is stopped leaves the programs that its tests have started. They are looked
 * for before any other listener passes the signal on, because the descendants of what has ended are nobody's. What
 * this process has detached ends by itself: a database server, after which its caretaker deletes its files.
 */
export function endDescendantsOnSignal() {
  if (watching) return;
  watching = true;
  const started = new Set();
  const look = () => {
    const all = processes().filter(({ pid, parent, group }) => parent !== process.pid || group !== pid);
    for (const pid of [process.pid, ...started]) for (const below of descendantsOf(pid, all)) started.add(below);
  };
  const end = () => {
    look();
    for (const pid of runningOf([...started])) process.kill(pid, "SIGKILL");
  };
  const onSignal = () => {
    look();
    if (process.listeners("exit").includes(end)) return;
    process.once("exit", end);
    setInterval(look, LOOK_MS).unref();
    setTimeout(end, GRACE_MS).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.prependOnceListener(signal, onSignal);
}
