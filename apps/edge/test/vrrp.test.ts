// Two edges with VRRP in network namespaces: a client sends requests to the balancer's address while the host of the
// active edge dies.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { EdgeDocument } from "@fulmar/edge-protocol";
import { needs } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AgentFolder } from "../src/agent/folder.ts";
import { haproxyVersion } from "../src/haproxy/haproxy-process.ts";
import { readIfThere } from "../src/replace-file.ts";
import { udpNginxVersion } from "../src/udp/udp-nginx.ts";
import { hasKeepalived } from "../src/vrrp/keepalived.ts";

const run = promisify(execFile);
const ip = async (...args: string[]) => (await run("ip", args)).stdout;

/** Why this machine cannot run the test; undefined if it can. */
async function obstacle(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return "only root makes network namespaces";
  if ((await haproxyVersion()) === undefined) return "HAProxy is not installed";
  if ((await udpNginxVersion()) === undefined) return "nginx with its stream module is not installed";
  if (!(await hasKeepalived())) return "keepalived is not installed";
  try {
    await ip("netns", "add", LAN);
    await ip("-n", LAN, "link", "add", "br0", "type", "bridge");
    return undefined;
  } catch (error) {
    return `network namespaces cannot be made (${error instanceof Error ? error.message.trim() : error})`;
  }
}

const LAN = `fulmar-lan-${process.pid}`;
const [ADDRESS, OTHER, PORT, TARGET_PORT] = ["198.51.100.7", "198.51.100.8", 80, 8000];
/** The place of each host in 10.77.0.0/24. */
const HOSTS = { one: 1, two: 2, client: 3 } as const;
type Host = keyof typeof HOSTS;
const namespaceOf = (host: Host) => `fulmar-${host}-${process.pid}`;
const addressOf = (host: Host) => `10.77.0.${HOSTS[host]}`;

/** Answers by TCP and UDP, and sends a request every 20 ms. Prints a line for each answer and each failure. */
const CLIENT = `
const http = require("node:http");
http.createServer((_, answer) => answer.end("web")).listen(${TARGET_PORT});
const echo = require("node:dgram").createSocket("udp4").bind(${TARGET_PORT});
echo.on("message", (data, from) => echo.send(data, from.port, from.address));
const say = (what) => console.log(what + " " + Math.round(performance.now()));
setInterval(() => {
  const asked = http.get({ host: "${ADDRESS}", port: ${PORT}, agent: false, timeout: 1000 }, (answer) => answer.resume().on("end", () => say(answer.statusCode === 200 ? "answered" : "failed")));
  asked.on("timeout", () => asked.destroy(new Error("time-out"))).on("error", () => say("failed"));
  const socket = require("node:dgram").createSocket("udp4");
  socket.on("message", () => { say("echoed"); socket.close(); });
  socket.send("hello", ${PORT}, "${ADDRESS}", () => setTimeout(() => socket.close(), 1000).unref());
  socket.on("close", () => {}).on("error", () => {});
}, 20);
process.on("uncaughtException", (error) => { if (error.code !== "ERR_SOCKET_DGRAM_NOT_RUNNING") throw error; });`;

const folder = mkdtempSync(join(tmpdir(), "fulmar-vrrp-"));
const obstructed = await obstacle();

const cableOf = (host: Host) => `${host}${process.pid}`.slice(0, 15);

/** A host with its cable. */
async function boot(host: Host): Promise<void> {
  const namespace = namespaceOf(host);
  const cable = cableOf(host);
  await ip("netns", "add", namespace);
  await ip("-n", namespace, "link", "set", "lo", "up");
  await ip("link", "add", cable, "netns", LAN, "type", "veth", "peer", "name", "eth0", "netns", namespace);
  await ip("-n", LAN, "link", "set", cable, "master", "br0", "up");
  await ip("-n", namespace, "addr", "add", `${addressOf(host)}/24`, "dev", "eth0");
  await ip("-n", namespace, "link", "set", "eth0", "up");
}

/** A host without power. */
async function die(host: Host): Promise<void> {
  await ip("-n", LAN, "link", "del", cableOf(host));
  for (const pid of (await ip("netns", "pids", namespaceOf(host))).split("\n").filter(Boolean))
    process.kill(Number(pid), "SIGKILL");
  await vi.waitUntil(async () => (await ip("netns", "pids", namespaceOf(host))) === "");
  await ip("netns", "del", namespaceOf(host));
}

const within = (host: Host, script: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn("ip", ["netns", "exec", namespaceOf(host), process.execPath, ...script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });

function document(address: string): EdgeDocument<"load_balancer"> {
  const id = `lb_${address.replaceAll(".", "_")}`;
  const healthCheck = {
    ...{ type: "tcp" as const, path: "/", expectedStatuses: [], intervalSeconds: 5, timeoutSeconds: 5 },
    ...{ healthyThreshold: 1, unhealthyThreshold: 1 },
  };
  const target = {
    vmId: null,
    address: addressOf("client"),
    subnet: null,
    port: TARGET_PORT,
    weight: 1,
    enabled: true,
  };
  const pools = (["http", "udp"] as const).map((protocol) => ({
    ...{ poolId: `pool_${protocol}_${id}`, protocol, algorithm: "round_robin" as const },
    ...{ stickySessions: "none" as const, proxyProtocol: "none" as const, healthCheck },
    targets: [{ targetId: `tgt_${protocol}`, ...target }],
  }));
  const listeners = pools.map(({ poolId, protocol }) => ({
    ...{ listenerId: `lsn_${protocol}_${id}`, protocol, port: PORT, idleTimeoutSeconds: 60, certificate: null },
    ...{ additionalCertificates: [], rules: [], defaultPoolId: poolId },
  }));
  const body = { name: "web", publicIp: address, subnetId: null, pools, listeners, challenges: null };
  return { kind: "load_balancer", id, revision: 1, sequence: 1, body };
}

/** Starts an agent, which has been told these load balancers before, and does not reach its API. */
function edge(host: Host, addresses: readonly string[]): ChildProcess {
  const place = join(folder, host);
  const kept = new AgentFolder(place);
  kept.keepCredential({ edgeId: host, credential: "fec_none" }, "fet_none");
  kept.spool({ cursor: "none", sequence: 1, documents: addresses.map(document) });
  return within(host, [join(import.meta.dirname, "../src/main.ts")], {
    ...{ FULMAR_EDGE_API_URL: "http://127.0.0.1:9", FULMAR_EDGE_DIR: place, FULMAR_LOG_LEVEL: "error" },
    ...{ FULMAR_EDGE_VRRP_INTERFACE: "eth0", FULMAR_EDGE_VRRP_PEERS: addressOf(host === "one" ? "two" : "one") },
  });
}

/** The process id of a host's keepalived; undefined while it does not run. */
function keepalivedOf(host: Host): number | undefined {
  const pid = Number(readIfThere(join(folder, host, "vrrp/keepalived.pid")) ?? 0);
  return pid > 0 && existsSync(`/proc/${pid}`) ? pid : undefined;
}

/** The balancers' addresses that a host has. */
async function addressesAt(host: Host): Promise<string[]> {
  const text = await ip("-n", namespaceOf(host), "-4", "-o", "addr", "show", "dev", "eth0");
  return [...text.matchAll(/inet (198\S+)\/32/g)].map(([, address = ""]) => address);
}

describe("two edges with VRRP", needs(`what VRRP needs: ${obstructed}`, obstructed === undefined), () => {
  const lines: { readonly what: string; readonly atMs: number }[] = [];
  let client: ChildProcess;
  const wait = { timeout: 60_000, interval: 50 };

  beforeAll(async () => {
    await ip("-n", LAN, "link", "set", "br0", "up");
    for (const host of ["one", "two", "client"] as const) await boot(host);
    await ip("-n", namespaceOf("client"), "route", "add", "198.51.100.0/24", "dev", "eth0");
    client = within("client", ["-e", CLIENT]);
    createInterface({ input: client.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      const [what = "", at] = line.split(" ");
      lines.push({ what, atMs: Number(at) });
    });
  }, 60_000);
  afterAll(async () => {
    for (const host of ["one", "two", "client"] as const) await die(host).catch(() => undefined);
    await ip("netns", "del", LAN);
    rmSync(folder, { recursive: true });
  });

  /** Waits for 20 answers in a row, and an echo, after which the address is served. */
  const served = (from = lines.length) =>
    vi.waitUntil(() => {
      const since = lines.slice(from);
      const http = since.filter(({ what }) => what !== "echoed").slice(-20);
      return http.length === 20 && http.every(({ what }) => what === "answered") && since.at(-1)?.what === "echoed";
    }, wait);

  test("the other one serves when the active one's host dies, and the one that comes back can take over again", {
    timeout: 600_000,
  }, async () => {
    edge("one", [ADDRESS]);
    await vi.waitUntil(async () => (await addressesAt("one")).includes(ADDRESS), wait);
    edge("two", [ADDRESS]);
    await served();
    await vi.waitUntil(() => keepalivedOf("two"), wait);
    expect([await addressesAt("one"), await addressesAt("two")]).toEqual([[ADDRESS], []]);

    const from = lines.length;
    await die("one");
    await vi.waitUntil(() => lines.slice(from).some(({ what }) => what === "failed"), wait);
    await served();
    expect(await addressesAt("two")).toEqual([ADDRESS]);
    const http = lines.slice(from).filter(({ what }) => what !== "echoed");
    const lost = http.filter(({ what }) => what === "failed");
    const last = http.findLast(({ what }) => what === "failed");
    const gapMs = (last?.atMs ?? 0) - (http[0]?.atMs ?? 0);
    console.log(`The host of the active edge died: ${lost.length} requests of one each 20 ms failed, in ${gapMs} ms.`);

    await boot("one");
    const again = edge("one", [ADDRESS]);
    await vi.waitUntil(() => keepalivedOf("one"), wait);
    expect(await addressesAt("one")).toEqual([]);
    await die("two");
    await served();
    expect(await addressesAt("one")).toEqual([ADDRESS]);

    // Balancers come and go: the next agent takes keepalived over.
    const keepalived = keepalivedOf("one");
    const ended = once(again, "exit");
    again.kill("SIGKILL");
    await ended;
    edge("one", [ADDRESS, OTHER]);
    await vi.waitUntil(async () => (await addressesAt("one")).includes(OTHER), wait);
    expect(keepalivedOf("one")).toBe(keepalived);
    await served();
  });
});
