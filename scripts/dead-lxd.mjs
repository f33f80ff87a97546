// What is left of LXD servers whose starter was killed: the daemon, its machines, bridges and mounts, and the network
// of the walk's visitor. Only what carries our names is looked at, and only what nobody alive has made is taken away.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { answers, ask, carryOut } from "./lxd-socket.mjs";

/** How the folders of our servers begin. */
export const prefix = "/var/tmp/fulmar-lxd-";
/** A visitor's network (packages/bench/src/site/visitor.ts), by the process that has made it. */
const visitorName = /^fulmar-(\d+)$/;
const ownerFile = "started-by";

/** Notes in a server's folder who has started it: a process's number, and when that began, for numbers come again. */
export function writeOwner(folder) {
  writeFileSync(join(folder, ownerFile), `${process.pid} ${beginOf(process.pid)}\n`);
}

/** Takes away what is left of servers whose starter is dead, and of visitors that are. */
export async function clearDeadServers({ startDaemon, takeAway, system }) {
  const folders = readdirSync(dirname(prefix)).filter((name) => name.startsWith(basename(prefix)));
  for (const name of folders) {
    const folder = join(dirname(prefix), name);
    if (await isDead(folder)) await clear(folder, { startDaemon, takeAway });
  }
  for (const name of visitors()) {
    const pid = visitorName.exec(name)?.[1];
    if (pid !== undefined && beginOf(pid) === undefined) await system("ip", ["netns", "del", name]);
  }
}

async function isDead(folder) {
  const owner = join(folder, ownerFile);
  // Without a note nobody knows who has started it; one that nobody serves any more is nobody's.
  if (!existsSync(owner)) return !(await answers(join(folder, "unix.socket")));
  const [pid = "", begin] = readFileSync(owner, "utf8").trim().split(" ");
  return beginOf(pid) !== begin;
}

/**
 * The server itself knows best what it has made: it is asked to remove that, and started for it where it has died too.
 */
async function clear(folder, { startDaemon, takeAway }) {
  process.stderr.write(`  – Clearing what a run that was killed has left: ${folder}\n`);
  const socket = join(folder, "unix.socket");
  const again = (await answers(socket)) ? undefined : startDaemon(folder);
  if (again === undefined || (await again.ready())) await removeAll(socket);
  await again?.end();
  await endAll(folder);
  await takeAway(folder);
}

async function removeAll(socket) {
  const list = async (path) =>
    (await ask(socket, "GET", `${path}${path.includes("?") ? "&" : "?"}recursion=1`)).json?.metadata ?? [];
  const projects = (await list("/1.0/projects")).map(({ name }) => `project=${encodeURIComponent(name)}`);
  for (const project of projects) {
    for (const { name } of await list(`/1.0/instances?${project}`)) {
      const instance = `/1.0/instances/${encodeURIComponent(name)}`;
      await carryOut(socket, "PUT", `${instance}/state?${project}`, { action: "stop", force: true, timeout: 30 });
      await carryOut(socket, "DELETE", `${instance}?${project}`);
    }
    for (const { name } of await list(`/1.0/profiles?${project}`)) {
      const profile = `/1.0/profiles/${encodeURIComponent(name)}?${project}`;
      if (name === "default") await carryOut(socket, "PUT", profile, { config: {}, devices: {} });
      else await carryOut(socket, "DELETE", profile);
    }
  }
  for (const project of projects) {
    for (const { name, managed } of await list(`/1.0/networks?${project}`)) {
      if (managed) await carryOut(socket, "DELETE", `/1.0/networks/${encodeURIComponent(name)}?${project}`);
    }
  }
}

/**
 * Ends every process that works in the folder: the daemon first in order, then whatever is left of what it had started.
 */
async function endAll(folder) {
  for (const [signal, limitMs] of [
    ["SIGPWR", 30_000],
    ["SIGKILL", 5_000],
  ]) {
    for (const pid of workingIn(folder)) tell(pid, signal);
    for (const end = Date.now() + limitMs; workingIn(folder).length > 0 && Date.now() < end; ) await delay(100);
  }
}

/** Processes that were told of the folder by their environment, which all that a daemon starts inherits. */
function workingIn(folder) {
  const told = `LXD_DIR=${folder}`;
  const isTold = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(told);
    } catch {
      return false; // it has ended meanwhile
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isTold);
}

function tell(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // it has ended meanwhile
  }
}

function visitors() {
  const folder = "/run/netns";
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** When a process began, in the kernel's ticks; undefined where there is none of that number. */
function beginOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
