// Runs a temporary LXD server for the tests of sites: Debian's package with a data folder of its own.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { clearDeadServers, prefix, writeOwner } from "./dead-lxd.mjs";
import { answers, ask } from "./lxd-socket.mjs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

// The daemon needs nft, dnsmasq and mkfs from the system's folders, which may be missing in a regular user's PATH.
const path = `${process.env.PATH ?? ""}${delimiter}/usr/sbin${delimiter}/sbin`;
const env = () => environment({ PATH: path, DEBIAN_FRONTEND: "noninteractive" });
const programs = ["lxd", "lxcfs", "nft", "dnsmasq", "mkfs.btrfs", "mmdebstrap", "mksquashfs", "ip", "ping"];
const packages = [
  "lxd",
  "lxcfs",
  "nftables",
  "dnsmasq-base",
  "btrfs-progs",
  "mmdebstrap",
  "squashfs-tools",
  "iproute2",
  "iputils-ping",
];
const readyLimitMs = 60_000;
/** Shows the server a GPU that the machine does not have. */
const WITH_GPU = inProject("scripts/lxd-with-gpu.sh");

/** Returns the reason why this machine cannot run one as a sentence; undefined when it can. */
export async function whyNoLxd() {
  if (process.platform !== "linux") return "LXD runs on Linux.";
  if (process.getuid?.() !== 0) return "Only root can start LXD.";
  if (programs.every(isInstalled)) return undefined;
  if (!existsSync("/usr/bin/apt-get")) return "LXD is not installed, and there is no apt-get to install it with.";
  try {
    await phase("LXD", async () => {
      await command("apt-get", ["update", "-q"], { cwd: inProject(), env: env() });
      await command("apt-get", ["install", "-qy", "--no-install-recommends", ...packages], {
        cwd: inProject(),
        env: env(),
      });
    });
  } catch (error) {
    return `LXD could not be installed: ${error.message}`;
  }
}

/**
 * Starts a daemon with only a storage pool. `stop` ends it and removes everything that it created. Remains of an
 * earlier one whose starter was killed are removed first, because its bridges would occupy this one's networks.
 */
export async function startLxd() {
  await clearDeadServers({ startDaemon, takeAway, system });
  const folder = mkdtempSync(prefix);
  writeOwner(folder);
  const lxcfs = await startLxcfs();
  const { socket, said, ready, end } = startDaemon(folder);
  const stop = async () => {
    await end();
    lxcfs?.kill("SIGTERM");
    await takeAway(folder);
  };
  if (!(await ready())) {
    await stop();
    throw new Error(`LXD did not start:\n${said()}`);
  }
  try {
    return { url: `unix://${socket}`, pool: await makePool(socket), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a daemon for a folder. `end` lets it stop its instances before itself, and kills it if it does not end. */
function startDaemon(folder) {
  const daemon = spawn("unshare", ["--mount", WITH_GPU, "lxd", "--group", "root"], {
    env: { ...env(), LXD_DIR: folder },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let text = "";
  daemon.stderr.on("data", (more) => {
    text = (text + more).slice(-4_000);
  });
  const ended = new Promise((resolve) => daemon.once("close", resolve));
  const end = async () => {
    daemon.kill("SIGPWR");
    const stopped = await Promise.race([ended.then(() => true), delay(30_000, false, { ref: false })]);
    if (!stopped) daemon.kill("SIGKILL");
    await ended;
  };
  const socket = join(folder, "unix.socket");
  return { socket, said: () => text, end, ready: () => isReady(socket, daemon) };
}

async function isReady(socket, daemon) {
  for (const end = Date.now() + readyLimitMs; !(await answers(socket)); await delay(100)) {
    if (daemon.exitCode !== null || Date.now() > end) return false;
  }
  return true;
}

/**
 * Creates a pool with Btrfs in a sparse file, which supports quotas and copy on write. Where the kernel lacks Btrfs, it
 * uses folders.
 */
async function makePool(socket) {
  const name = "disks";
  for (const pool of [
    { name, driver: "btrfs", config: { size: "200GiB" } },
    { name, driver: "dir", config: {} },
  ]) {
    if ((await ask(socket, "POST", "/1.0/storage-pools", pool)).status < 300) return name;
  }
  throw new Error("LXD could make no storage pool.");
}

/** Starts LXCFS, through which instances see their own memory and CPUs. A running one serves all daemons. */
async function startLxcfs() {
  const folder = "/var/lib/lxcfs";
  if (mounts().includes(folder)) {
    if (existsSync(join(folder, "proc"))) return undefined;
    // A killed one has left an unresponsive mount behind.
    await system("umount", ["-l", folder]);
  }
  mkdirSync(folder, { recursive: true });
  const lxcfs = spawn("lxcfs", [folder], { env: env(), stdio: "ignore", detached: true });
  for (const end = Date.now() + 5_000; !mounts().includes(folder) && Date.now() < end; ) await delay(50);
  return lxcfs;
}

async function takeAway(folder) {
  const inside = mounts()
    .filter((mount) => mount.startsWith(`${folder}/`))
    .toSorted((a, b) => b.length - a.length);
  for (const mount of inside) await system("umount", ["-l", mount]);
  rmSync(folder, { recursive: true, force: true });
}

function system(program, args) {
  return command(program, args, { cwd: "/", env: env() });
}

function mounts() {
  return readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "");
}

function isInstalled(name) {
  return path.split(delimiter).some((folder) => existsSync(join(folder, name)));
}
