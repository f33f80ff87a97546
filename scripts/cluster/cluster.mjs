// Three hosts of one LXD cluster with OVN between them, in the namespaces of scripts/cluster-site.mjs.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join as pathOf } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { answers, ask } from "../lxd-socket.mjs";
import { command, phase } from "../progress.mjs";
import { environment, inProject } from "../project.mjs";

const MEMBERS = ["m1", "m2", "m3"].map((name, index) => ({ name, address: `10.99.0.${index + 1}` }));
const [FIRST] = MEMBERS;
const PORT = 8443;
const POOL = "disks";
/** Public addresses of the site. The tests of providers have one of the other range. */
const RANGE = "192.0.2.64/26";
/** The network that the uplink leads to (RFC 5737), in which this machine is the gateway. */
const UPLINK = {
  name: "UPLINK",
  "ipv4.gateway": "192.0.2.1/24",
  "ipv4.ovn.ranges": "192.0.2.200-192.0.2.250",
  "ipv4.routes": `${RANGE},198.51.100.64/26`,
  "dns.nameservers": "192.0.2.1",
};
const PASSWORD = "cluster";
const READY_MS = 120_000;

/**
 * Starts the hosts and joins them.
 * @param folder where everything of them lies
 * @returns their names, addresses, sockets of LXD, folders and anchors: the process whose namespaces are a host's
 */
export async function startCluster(folder) {
  await startLxcfs();
  await phase("Networks of the cluster", makeNetworks);
  const hosts = [];
  for (const member of MEMBERS) hosts.push(await phase(`Host ${member.name}`, () => startHost(folder, member)));
  await phase("Cluster", () => joinAll(hosts));
  await phase("Pool and uplink", () => makeShared(hosts));
  return {
    hosts,
    pool: POOL,
    uplink: UPLINK.name,
    url: `https://${FIRST.address}:${PORT}`,
    range: RANGE,
  };
}

/** Machines see their own memory and CPUs through it. One of the whole machine does not know our processes. */
async function startLxcfs() {
  const folder = "/var/lib/lxcfs";
  const isMounted = () => readFileSync("/proc/self/mounts", "utf8").includes(` ${folder} `);
  if (isMounted()) await command("umount", ["-l", folder], options());
  mkdirSync(folder, { recursive: true });
  spawn("lxcfs", [folder], { env: options().env, stdio: "ignore" });
  for (const end = Date.now() + 5_000; !isMounted() && Date.now() < end; ) await delay(50);
}

/** This machine's own side: two bridges, on which it is the worker's host and the uplink's gateway. */
async function makeNetworks() {
  await ip("link", "set", "lo", "up");
  for (const [bridge, address] of [
    ["fabric", "10.99.0.254/24"],
    ["outside", UPLINK["ipv4.gateway"]],
  ]) {
    await ip("link", "add", bridge, "type", "bridge");
    await ip("address", "add", address, "dev", bridge);
    await ip("link", "set", bridge, "up");
    // What this machine sends crosses a datapath that counts no sums.
    await command("ethtool", ["-K", bridge, "tx", "off"], options());
  }
}

async function startHost(folder, { name, address }) {
  const own = pathOf(folder, name);
  mkdirSync(own);
  const script = inProject("scripts/cluster/member.sh");
  const child = spawn("unshare", ["--net", "--mount", "--uts", script, own, name, address, FIRST.address], {
    env: options().env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (more) => {
    said = (said + more).slice(-4_000);
  });
  await inNamespaces(child.pid);
  for (const network of ["fabric", "outside"]) {
    const cable = `${network}-${name}`;
    await ip("link", "add", cable, "type", "veth", "peer", "name", network, "netns", String(child.pid));
    await ip("link", "set", cable, "master", network, "up");
  }
  child.stdin.end("\n");
  const socket = pathOf(own, "lxd/unix.socket");
  for (const end = Date.now() + READY_MS; !(await answers(socket)); await delay(100)) {
    if (child.exitCode === null && Date.now() < end) continue;
    const log = pathOf(own, "logs/lxd");
    throw new Error(`Host ${name} did not start:\n${said}${existsSync(log) ? readFileSync(log, "utf8") : ""}`);
  }
  return { name, address, socket, anchor: child.pid, folder: own };
}

/** Waits until a process has left our network namespace. */
async function inNamespaces(pid) {
  const own = await command("readlink", ["/proc/self/ns/net"], options());
  while ((await command("readlink", [`/proc/${pid}/ns/net`], options())) === own) await delay(20);
}

async function joinAll([first, ...others]) {
  const config = { "core.https_address": `${first.address}:${PORT}`, "core.trust_password": PASSWORD };
  await change(first, "PATCH", "/1.0", {
    config: { ...config, "cluster.https_address": config["core.https_address"] },
  });
  await change(first, "PUT", "/1.0/cluster", { server_name: first.name, enabled: true });
  const certificate = readFileSync(pathOf(first.folder, "lxd/cluster.crt"), "utf8");
  for (const host of others) {
    await change(host, "PUT", "/1.0/cluster", {
      server_name: host.name,
      enabled: true,
      cluster_address: `${first.address}:${PORT}`,
      cluster_certificate: certificate,
      cluster_password: PASSWORD,
      server_address: `${host.address}:${PORT}`,
      member_config: [],
    });
  }
  // Set when all are there: LXD 5.0 does not tell a member that joins what the cluster has been told before.
  await change(first, "PATCH", "/1.0", {
    config: { "network.ovn.northbound_connection": `tcp:${first.address}:6641`, "cluster.offline_threshold": "30" },
  });
}

/** A pool and the uplink: first what is each member's own, then what they share. */
async function makeShared(hosts) {
  const [first] = hosts;
  const pool = { name: POOL, driver: "btrfs" };
  const { name, ...config } = UPLINK;
  const uplink = { name, type: "physical" };
  for (const host of hosts) {
    await change(first, "POST", `/1.0/storage-pools?target=${host.name}`, { ...pool, config: { size: "50GiB" } });
    await change(first, "POST", `/1.0/networks?target=${host.name}`, { ...uplink, config: { parent: "br-outside" } });
  }
  await change(first, "POST", "/1.0/storage-pools", { ...pool, config: {} });
  await change(first, "POST", "/1.0/networks", { ...uplink, config });
}

/** Changes something at a member, and waits for the operation that it starts. @throws Error with what it answered */
async function change({ name, socket }, method, path, body) {
  const { json } = await ask(socket, method, path, body);
  const ended = json?.operation ? (await ask(socket, "GET", `${json.operation}/wait?timeout=120`)).json : json;
  const error = ended?.error || ended?.metadata?.err;
  if (error) throw new Error(`${name} refused ${method} ${path}: ${error}`);
}

function ip(...args) {
  return command("ip", args, options());
}

function options() {
  return { cwd: "/", env: environment({ PATH: `${process.env.PATH}:/usr/sbin:/sbin` }) };
}
