// UDP listeners of load balancers: real datagrams through the installed nginx, on loopback.

import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BalancerListener, BalancerPool, BalancerTarget, EdgeDocument } from "@fulmar/edge-protocol";
import { freePort, needs } from "@fulmar/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DevelopmentBalancers } from "../src/development/development-balancers.ts";
import type { Engine } from "../src/engine.ts";
import { isServing, masterOf, workersOf } from "../src/nginx/master.ts";
import { udpNginxVersion } from "../src/udp/udp-nginx.ts";
import { withUdp } from "../src/udp/with-udp.ts";

const version = await udpNginxVersion();
if (version === undefined) process.stdout.write("nginx with its stream module is not installed: UDP is not tested.\n");

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), "fulmar-udp-"));
const documents = new Map<string, EdgeDocument<"load_balancer">>();
const closing: { close(): unknown }[] = [];
let engine: Engine<"load_balancer">;

const newEngine = () =>
  withUdp(new DevelopmentBalancers(), {
    folder,
    endsWithAgent: false,
    warn: (problem) => {
      throw problem;
    },
  });

interface Echo {
  readonly port: number;
  /** Takes the connections of health checks. */
  readonly checked: Server;
  readonly socket: Socket;
}

/** A server that answers datagrams with its name, and takes connections on the same port. */
async function echo(name: string): Promise<Echo> {
  const checked = createServer((connection) => connection.end()).listen(0, "127.0.0.1");
  await once(checked, "listening");
  const { port } = checked.address() as AddressInfo;
  const socket = createSocket("udp4");
  socket.on("message", (data, from) => socket.send(`${name}: ${data}`, from.port, from.address));
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  closing.push(checked, socket);
  return { port, checked, socket };
}

const pool = (
  targets: readonly (Partial<BalancerTarget> & { port: number })[],
  more: Partial<BalancerPool> = {},
): BalancerPool => ({
  ...{ poolId: "pool_1", protocol: "udp", algorithm: "round_robin", stickySessions: "none", proxyProtocol: "none" },
  healthCheck: {
    ...{ type: "tcp", path: "/", expectedStatuses: [], intervalSeconds: 0.2, timeoutSeconds: 5 },
    ...{ healthyThreshold: 1, unhealthyThreshold: 1 },
  },
  targets: targets.map((target, place) => ({
    ...{ targetId: `tgt_${place}`, vmId: null, address: "127.0.0.1", weight: 1, enabled: true },
    ...target,
  })),
  ...more,
});

const listener = (port: number, more: Partial<BalancerListener> = {}): BalancerListener => ({
  ...{ listenerId: `lsn_${port}`, protocol: "udp", port, idleTimeoutSeconds: 60, certificate: null, rules: [] },
  additionalCertificates: [],
  ...{ defaultPoolId: "pool_1", ...more },
});

async function put(id: string, listeners: BalancerListener[], pools: BalancerPool[]) {
  const revision = (documents.get(id)?.revision ?? 0) + 1;
  const body = { name: id, publicIp: "127.0.0.1", subnetId: null, pools, listeners, challenges: null };
  documents.set(id, { kind: "load_balancer", id, revision, sequence: revision, body });
  return engine.apply({ documents, changed: new Set([id]) }, signal);
}

/** The answer to a datagram, which is sent again when none comes; each client has a port of its own. */
async function ask(port: number, text = "hello"): Promise<string> {
  const socket = createSocket("udp4");
  const again = setInterval(() => socket.send(text, port, "127.0.0.1"), 500);
  try {
    socket.send(text, port, "127.0.0.1");
    const [data] = await once(socket, "message", { signal: AbortSignal.timeout(10_000) });
    return String(data);
  } finally {
    clearInterval(again);
    socket.close();
  }
}

const askedBy = async (port: number, clients: number) => {
  const answers = await Promise.all(Array.from({ length: clients }, () => ask(port)));
  return new Set(answers);
};

describe("a UDP listener", needs("HAProxy", version !== undefined), () => {
  beforeAll(async () => {
    engine = await newEngine();
  });
  afterEach(async () => {
    documents.clear();
    expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
  });
  afterAll(async () => {
    await engine.close();
    expect(masterOf(folder)).toBeUndefined();
    for (const one of closing) one.close();
    rmSync(folder, { recursive: true });
  });

  test("spreads clients over its targets, and leaves out those that are disabled or of weight 0", async () => {
    const [one, two, three] = [await echo("one"), await echo("two"), await echo("three")];
    const port = await freePort();
    const both = [{ port: one.port }, { port: two.port }];
    expect(await put("lb_1", [listener(port)], [pool([...both, { port: three.port, weight: 0 }])])).toEqual([]);
    expect(await askedBy(port, 20)).toEqual(new Set(["one: hello", "two: hello"]));
    expect(
      await put("lb_1", [listener(port)], [pool([{ port: one.port, enabled: false }, { port: two.port }])]),
    ).toEqual([]);
    expect(await askedBy(port, 10)).toEqual(new Set(["two: hello"]));
    await expect
      .poll(async () => (await engine.health()).get("lb_1"))
      .toEqual([
        { targetId: "tgt_0", status: "draining", reason: "It is disabled." },
        { targetId: "tgt_1", status: "online", reason: null },
      ]);
  });

  test("keeps the clients of an address at one target", async () => {
    const [one, two] = [await echo("one"), await echo("two")];
    const port = await freePort();
    await put(
      "lb_1",
      [listener(port)],
      [
        pool(
          [one, two].map(({ port: at }) => ({ port: at })),
          { algorithm: "source_ip" },
        ),
      ],
    );
    expect((await askedBy(port, 20)).size).toBe(1);
  });

  test("leaves out a target whose check fails, and takes it back", async () => {
    const [one, two] = [await echo("one"), await echo("two")];
    const port = await freePort();
    await put("lb_1", [listener(port)], [pool([{ port: one.port }, { port: two.port }])]);
    one.checked.close();
    const health = async () => (await engine.health()).get("lb_1")?.[0];
    await expect.poll(health).toEqual({ targetId: "tgt_0", status: "offline", reason: "The connection was refused." });
    await expect.poll(() => askedBy(port, 10)).toEqual(new Set(["two: hello"]));
    one.checked.listen(one.port, "127.0.0.1");
    await expect.poll(() => askedBy(port, 10)).toEqual(new Set(["one: hello", "two: hello"]));
  });

  test("stands beside a TCP listener on the same port", async () => {
    const one = await echo("one");
    const port = await freePort();
    const tcp = pool([{ port: one.port }], { poolId: "pool_2", protocol: "tcp" });
    const listeners = [
      listener(port),
      listener(port, { protocol: "tcp", defaultPoolId: "pool_2", listenerId: "lsn_tcp" }),
    ];
    expect(await put("lb_1", listeners, [pool([{ port: one.port }]), tcp])).toEqual([]);
    expect(await ask(port)).toBe("one: hello");
    await expect.poll(async () => (await engine.health()).get("lb_1")).toHaveLength(2);
  });

  test("whose port is in use fails alone, with a reason, and its former configuration is served", async () => {
    const one = await echo("one");
    const [port, other] = [await freePort(), await freePort()];
    await put("lb_1", [listener(port)], [pool([{ port: one.port }])]);
    const taken = createSocket("udp4").bind(0, "127.0.0.1");
    closing.push(taken);
    await once(taken, "listening");
    const used = taken.address().port;
    expect(await put("lb_1", [listener(used)], [pool([{ port: one.port }])])).toMatchObject([
      { id: "lb_1", message: `Port ${used} of 127.0.0.1 is in use on the edge's host.` },
    ]);
    expect(await put("lb_2", [listener(port)], [pool([{ port: one.port }])])).toMatchObject([
      { id: "lb_1" },
      { id: "lb_2" },
    ]);
    expect(await put("lb_3", [listener(other)], [pool([{ port: one.port }])])).toMatchObject([
      { id: "lb_1" },
      { id: "lb_2" },
    ]);
    expect([await ask(port), await ask(other)]).toEqual(["one: hello", "one: hello"]);
  });

  test("goes on without the agent, is taken over by the next one, and comes back when nginx is killed", async () => {
    const one = await echo("one");
    const port = await freePort();
    await put("lb_1", [listener(port)], [pool([{ port: one.port }])]);
    const before = masterOf(folder);
    await engine.close();
    expect(await ask(port)).toBe("one: hello");
    engine = await newEngine();
    expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
    expect([await ask(port), masterOf(folder)]).toEqual(["one: hello", before]);
    process.kill(before ?? 0, "SIGKILL");
    const left = workersOf(folder);
    await expect.poll(() => masterOf(folder)).toBeDefined();
    await expect.poll(() => left.some(isServing)).toBe(false);
    expect(await ask(port)).toBe("one: hello");
  });
});
