// Targets behind HAProxy: weights, stickiness, health, counts.

import { once } from "node:events";
import { connect, createServer as createTcpServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { BalancerListener } from "@fulmar/edge-protocol";
import { freePort, needs } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { EdgeMetrics } from "../src/metrics.ts";
import {
  ask,
  cookieOf,
  haproxyFixture,
  listener,
  pool,
  portOf,
  signal,
  version,
  type Web,
  web,
} from "./haproxy-fixture.ts";

const haproxy = haproxyFixture();
const { documents, put, noSessions, workerPid } = haproxy;

describe("HAProxy: targets", needs("HAProxy", version !== undefined), () => {
  test("weights divide the requests; a target of weight 0 keeps its sticky clients; both without a reload", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    const weighted = (weight: number) => ({
      lb: {
        pools: [
          pool(
            "one",
            [
              { ...one, weight: 3 },
              { ...two, weight },
            ],
            { stickySessions: "cookie" },
          ),
        ],
        listeners: [listener(port)],
      },
    });
    await put(weighted(1));
    let cookie = "";
    const count = async (times: number, headers = {}) => {
      const texts: string[] = [];
      for (let time = 0; time < times; time++) {
        const answer = await ask(port, { headers });
        texts.push(answer.text);
        if (answer.text === "two") cookie = cookieOf(answer.headers) ?? cookie;
      }
      return { one: texts.filter((text) => text === "one").length, two: texts.filter((text) => text === "two").length };
    };
    expect(await count(40)).toEqual({ one: 30, two: 10 });
    const before = await workerPid();
    await put(weighted(0));
    expect(await count(8)).toEqual({ one: 8, two: 0 });
    expect(await count(4, { cookie })).toEqual({ one: 0, two: 4 });
    expect((await haproxy.engine.health()).get("lb")?.[1]).toMatchObject({
      status: "draining",
      reason: "Its weight is 0.",
    });
    await put(weighted(3));
    const both = await count(40);
    expect([both.one > 0, both.two > 0]).toEqual([true, true]);
    expect(await workerPid()).toBe(before);
  });

  test("source stickiness and the source algorithm keep a client at its target", async () => {
    const [port, other, one, two] = [await freePort(), await freePort(), await web("one"), await web("two")];
    await put({
      lb: {
        pools: [
          pool("one", [one, two], { stickySessions: "source_ip" }),
          pool("two", [one, two], { algorithm: "source_ip" }),
        ],
        listeners: [listener(port), listener(other, { defaultPoolId: "pool_two" })],
      },
    });
    for (const each of [port, other]) {
      const first = (await ask(each)).text;
      for (let count = 0; count < 6; count++) expect((await ask(each)).text).toBe(first);
    }
  });

  test("a new connection goes to the target with the fewest connections", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    await put({
      lb: { pools: [pool("one", [one, two], { algorithm: "least_connections" })], listeners: [listener(port)] },
    });
    let answered = 0;
    const slow = async () => {
      const { text } = await ask(port, { path: "/slow" });
      answered++;
      return text;
    };
    const first = Array.from({ length: 8 }, slow);
    await expect.poll(() => [one.headers.length, two.headers.length]).toEqual([4, 4]);
    one.server.emit("go");
    await expect.poll(() => answered).toBe(4);
    // HAProxy may count a connection for a moment after its answer, but not all four.
    const next = Array.from({ length: 3 }, slow);
    await expect.poll(() => [one.headers.length, two.headers.length]).toEqual([7, 4]);
    one.server.emit("go");
    two.server.emit("go");
    const answers = await Promise.all([...first, ...next]);
    expect(answers.filter((text) => text === "one")).toHaveLength(7);
  });

  test("a moved target is followed without a reload, and stays moved after one", async () => {
    const [port, other, one, two] = [await freePort(), await freePort(), await web("one"), await web("two")];
    const at = ({ port: target }: Web, more: readonly BalancerListener[] = []) => ({
      lb: { pools: [pool("one", [{ port: target }])], listeners: [listener(port), ...more] },
    });
    await put(at(one));
    expect((await ask(port)).text).toBe("one");
    const before = await workerPid();
    await put(at(two));
    expect((await ask(port)).text).toBe("two");
    expect(await workerPid()).toBe(before);
    await put(at(two, [listener(other)]));
    expect((await ask(port)).text).toBe("two");
    expect((await ask(other)).text).toBe("two");
  });

  test("health comes from HAProxy's checks, with their reasons", async () => {
    const [port, one, broken, gone] = [await freePort(), await web("one"), await web("broken", 503), await freePort()];
    const silent = createTcpServer((socket) => socket.on("error", () => undefined)); // a check that timed out resets
    const healthCheck = { ...pool("", []).healthCheck, timeoutSeconds: 1 };
    await put({
      lb: {
        pools: [
          pool("one", [one, { ...one, enabled: false }]),
          pool("two", [broken, { port: gone }, { port: await portOf(silent) }, { ...one, address: null }], {
            healthCheck,
          }),
        ],
        listeners: [listener(port)],
      },
    });
    for (;;) {
      await pause(50);
      const health = (await haproxy.engine.health()).get("lb") ?? [];
      if (health.some(({ status }) => status === "unknown")) continue;
      expect(health.map(({ targetId, status, reason }) => [targetId, status, reason])).toEqual([
        ["tgt_one0", "online", null],
        ["tgt_one1", "draining", "It is disabled."],
        ["tgt_two0", "offline", "The check answered 503; expected is 200-399."],
        ["tgt_two1", "offline", "The connection was refused."],
        ["tgt_two2", "offline", "No answer came within 1 s."],
        ["tgt_two3", "offline", "The VM has no address."],
      ]);
      break;
    }
  });

  test("a target in a VPC sees its gateway, and is offline where the gateway is not on the host", async () => {
    const port = await freePort();
    const seen: (string | undefined)[] = [];
    const server = createTcpServer((socket) => {
      seen.push(socket.remoteAddress);
      socket.end();
    });
    const healthCheck = { ...pool("", []).healthCheck, type: "tcp" } as const;
    const target = { port: await portOf(server), subnet: { gateway: "127.0.0.2", device: "lo" } };
    const elsewhere = { ...target, subnet: { gateway: "198.51.100.1", device: "fm1" } };
    const pools = [pool("one", [target, elsewhere], { protocol: "tcp", healthCheck })];
    expect(await put({ lb: { pools, listeners: [listener(port, { protocol: "tcp" })] } })).toEqual({});
    for (let health: readonly string[] = []; health.join() !== "online,offline"; await pause(50))
      health = ((await haproxy.engine.health()).get("lb") ?? []).map(({ status }) => status);
    await once(connect(port, "127.0.0.1").resume(), "close");
    expect(new Set(seen)).toEqual(new Set(["127.0.0.2"]));
  });

  test.each([
    { version: "v1", protocol: "tcp" },
    { version: "v1", protocol: "http" },
    { version: "v2", protocol: "tcp" },
    { version: "v2", protocol: "http" },
  ] as const)(
    "PROXY protocol $version tells the visitor's address to targets of $protocol",
    async ({ version: proxyProtocol, protocol }) => {
      const requests: Buffer[] = [];
      const target = createTcpServer((socket) => {
        let received = Buffer.alloc(0);
        socket.on("data", (data) => {
          received = Buffer.concat([received, data]);
          if (!received.includes("GET /") || !received.toString("latin1").endsWith("\r\n\r\n")) return;
          requests.push(received);
          socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok");
        });
        socket.on("error", () => undefined);
      });
      const [port, targetPort] = [await freePort(), await portOf(target)];
      const pools = [pool("one", [{ port: targetPort }], { protocol, proxyProtocol })];
      expect(await put({ lb: { pools, listeners: [listener(port, { protocol })] } })).toEqual({});
      const visitor = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.9" });
      await once(visitor, "connect");
      const { localPort } = visitor;
      visitor.write("GET / HTTP/1.1\r\nhost: visitor.example\r\nconnection: close\r\n\r\n");
      let answer = "";
      for await (const data of visitor.setEncoding("utf8")) answer += data;
      expect(answer).toMatch(/ok$/);
      const sent = requests.find((data) => data.includes("visitor.example"));
      if (proxyProtocol === "v1") {
        expect(sent?.toString("latin1")).toMatch(
          new RegExp(`^PROXY TCP4 127\\.0\\.0\\.9 127\\.0\\.0\\.1 ${localPort} ${port}\r\nGET / `),
        );
        return;
      }
      // Section 2.2 of the protocol: signature, version and command, TCP over IPv4, length, addresses, ports.
      expect(sent?.subarray(0, 14).toString("hex")).toBe("0d0a0d0a000d0a515549540a2111");
      expect([...(sent?.subarray(16, 24) ?? [])]).toEqual([127, 0, 0, 9, 127, 0, 0, 1]);
      expect([sent?.readUInt16BE(24), sent?.readUInt16BE(26)]).toEqual([localPort, port]);
    },
  );

  test("listeners and targets are counted, over changes and reloads, and a start of the agent counts nothing twice", async () => {
    const [one, two, port, tcpPort] = [await web("one"), await web("two", 404), await freePort(), await freePort()];
    const pools = [pool("one", [one]), pool("two", [two], { protocol: "tcp" })];
    const listeners = [
      listener(port),
      listener(tcpPort, { listenerId: "lsn_tcp", protocol: "tcp", defaultPoolId: "pool_two" }),
    ];
    const asks = async (times: number, at = port) => {
      for (let time = 0; time < times; time++) await ask(at);
    };
    const used = async () => {
      await noSessions();
      await haproxy.engine.health();
      const { loadBalancers } = await haproxy.engine.usage();
      return Object.fromEntries(loadBalancers.map(({ partId, ...counts }) => [partId, counts]));
    };
    haproxy.startAgent(); // counts nothing of the tests before
    await haproxy.engine.apply({ documents, changed: undefined }, signal);
    await haproxy.engine.usage();
    await put({ lb_1: { pools, listeners } });
    expect(await used()).toEqual({});
    await asks(3);
    await asks(2, tcpPort);
    const first = await used();
    const statuses = { "2xx": 3, "3xx": 0, "4xx": 0, "5xx": 0 };
    const none = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 };
    expect(first).toMatchObject({
      [`lsn_${port}`]: { loadBalancerId: "lb_1", part: "listener", requests: 3, statuses, errors: 0, responseMs: 0 },
      tgt_one0: { loadBalancerId: "lb_1", part: "target", requests: 3, statuses, errors: 0 },
      lsn_tcp: { part: "listener", requests: 2, statuses: none },
      tgt_two0: { part: "target", requests: 2, statuses: none },
    });
    expect(first[`lsn_${port}`]?.bytesSent).toBeGreaterThan(3 * "one".length);
    expect(first[`lsn_${port}`]?.bytesReceived).toBeGreaterThan(3 * "GET / HTTP/1.1".length);
    expect(await used()).toEqual({});

    const scraped = await new EdgeMetrics({
      health: () => haproxy.engine.health(),
      totals: () => haproxy.engine.totals(),
    }).text();
    expect(scraped).toContain(`requests_total{load_balancer="lb_1",part="listener",id="lsn_${port}"} 3`);
    expect(scraped).toContain('responses_total{load_balancer="lb_1",part="target",id="tgt_one0",status="2xx"} 3');
    expect(scraped).toContain('fulmar_load_balancer_target_online{load_balancer="lb_1",id="tgt_one0"}');
    expect(scraped).toContain("fulmar_load_balancer_parts_left_out 0");

    await asks(1);
    const worker = await workerPid();
    await put({ lb_1: { pools, listeners: [...listeners, listener(await freePort(), { listenerId: "lsn_more" })] } });
    expect(await workerPid()).not.toBe(worker);
    await asks(1);
    expect((await used())[`lsn_${port}`]).toMatchObject({ requests: 2 });

    await asks(1);
    haproxy.startAgent();
    await haproxy.engine.apply({ documents, changed: undefined }, signal);
    await haproxy.engine.health();
    await asks(4);
    expect((await used())[`lsn_${port}`]).toMatchObject({ requests: 4 });

    one.server.close();
    one.server.closeAllConnections();
    expect((await ask(port)).status).toBe(503);
    expect(await used()).toMatchObject({
      [`lsn_${port}`]: { statuses: { "5xx": 1 } },
      tgt_one0: { errors: expect.any(Number) },
    });
  });
});
