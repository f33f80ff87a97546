// Cleans up LXD servers whose starter was killed: the daemon, its instances, bridges and mounts, and the network of the
// walk's visitor. It only considers objects with our names, and only removes those whose creator is no longer alive.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { answers, ask, carryOut } from "./lxd-socket.mjs";

/** The prefix of our servers' folders. */
export const prefix = "/var/tmp/fulmar-lxd-";
/** The name of a visitor's network (packages/bench/src/site/visitor.ts), with the process that created it. */
const visitorName = /^fulmar-(\d+)$/;
const ownerFile = "started-by";

/** Writes the starter of a server to its folder: the process id with its start time, because ids are reused. */
export function writeOwner(folder) {
  writeFileSync(join(folder, ownerFile), `${process.pid} ${beginOf(process.pid)}\n`);
}

/** Removes what is left of servers and visitors whose starter is dead. */
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
  // Without the note the starter is unknown. Such a server is dead if it does not answer.
  if (!existsSync(owner)) return !(await answers(join(folder, "unix.socket")));
  const [pid = "", begin] = readFileSync(owner, "utf8").trim().split(" ");
  return beginOf(pid) !== begin;
}

/** Removes a server's objects through the server itself, which knows them best, and starts it for that if needed. */
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

/** Ends every process that works in the folder: first the daemon gracefully, then the processes that it started. */
async function endAll(folder) {
  for (const [signal, limitMs] of [
    ["SIGPWR", 30_000],
    ["SIGKILL", 5_000],
  ]) {
    for (const pid of workingIn(folder)) tell(pid, signal);
    for (const end = Date.now() + limitMs; workingIn(folder).length > 0 && Date.now() < end; ) await delay(100);
  }
}

/** Processes with the folder in their environment, which all children of a daemon inherit. */
function workingIn(folder) {
  const environment = `LXD_DIR=${folder}`;
  const runsOn = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(environment);
    } catch {
      return false; // it has ended in the meantime
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(runsOn);
}

function tell(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // it has ended in the meantime
  }
}

function visitors() {
  const folder = "/run/netns";
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** The start time of a process in kernel ticks; undefined when there is none with this id. */
function beginOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
