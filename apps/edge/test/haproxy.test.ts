// The engine of load balancers against the installed HAProxy: real requests to real servers, on loopback.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { get as getHttps } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { type BalancedRequest, routeRequest } from "@fulmar/contract/load-balancing";
import type {
  BalancerDocument,
  BalancerListener,
  BalancerPool,
  BalancerTarget,
  EdgeDocument,
} from "@fulmar/edge-protocol";
import { selfSignedCertificate } from "@fulmar/testkit";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { balancerChallenges } from "../src/haproxy/balancer-challenges.ts";
import { HaproxyBalancers } from "../src/haproxy/haproxy-balancers.ts";
import { haproxyVersion } from "../src/haproxy/haproxy-process.ts";
import { EdgeMetrics } from "../src/metrics.ts";

const version = await haproxyVersion();
if (version === undefined) process.stdout.write("HAProxy is not installed: its load balancers are not tested.\n");

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), "fulmar-haproxy-"));
const servers: TcpServer[] = [];
let engine: HaproxyBalancers;
const documents = new Map<string, EdgeDocument<"load_balancer">>();

const newEngine = () => new HaproxyBalancers({ folder, version: version ?? "", endsWithAgent: true });

beforeAll(() => {
  engine = newEngine();
});
afterEach(async () => {
  documents.clear();
  expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
});
afterAll(async () => {
  await engine.close();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

async function portOf(server: TcpServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  const port = await portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

interface Web {
  readonly port: number;
  readonly headers: IncomingHttpHeaders[];
  readonly server: Server;
}

/** A server that answers with its name, and keeps the headers that it was sent. On `/slow`, it answers when told to. */
async function web(name: string, status = 200): Promise<Web> {
  const headers: IncomingHttpHeaders[] = [];
  const server: Server = createServer(async (asked, answer) => {
    if (asked.headers["user-agent"] !== "fulmar-health-check") headers.push(asked.headers);
    if (asked.url === "/slow") await once(server, "go");
    answer.writeHead(status, { "x-path": asked.url });
    answer.end(name);
  });
  server.on("upgrade", (_, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n");
    socket.pipe(socket);
  });
  servers.push(server);
  return { port: await portOf(server), headers, server };
}

type Target = Partial<BalancerTarget> & { readonly port: number };

const pool = (name: string, targets: readonly Target[], more: Partial<BalancerPool> = {}): BalancerPool => ({
  ...{
    poolId: `pool_${name}`,
    protocol: "http",
    algorithm: "round_robin",
    stickySessions: "none",
    proxyProtocol: "none",
  },
  healthCheck: {
    // Patient, because a busy machine answers late.
    ...{ type: "http", path: "/", expectedStatuses: ["200-399"], intervalSeconds: 5, timeoutSeconds: 5 },
    ...{ healthyThreshold: 1, unhealthyThreshold: 1 },
  },
  targets: targets.map(({ port, address = "127.0.0.1", subnet = null, weight = 1, enabled = true }, place) => ({
    ...{ targetId: `tgt_${name}${place}`, vmId: `vm_${name}${place}`, address, subnet, port, weight, enabled },
  })),
  ...more,
});

const listener = (port: number, more: Partial<BalancerListener> = {}): BalancerListener => ({
  ...{ listenerId: `lsn_${port}`, protocol: "http", port, idleTimeoutSeconds: 60, certificate: null, rules: [] },
  additionalCertificates: [],
  ...{ defaultPoolId: "pool_one", ...more },
});

/** Puts balancers into force, and returns the failures by id. */
async function put(
  balancers: Readonly<Record<string, Pick<BalancerDocument, "pools" | "listeners"> & Partial<BalancerDocument>>>,
) {
  for (const [id, balancer] of Object.entries(balancers)) {
    const revision = (documents.get(id)?.revision ?? 0) + 1;
    const body = { name: id, publicIp: "127.0.0.1", subnetId: null, challenges: null, ...balancer };
    documents.set(id, { kind: "load_balancer", id, revision, sequence: revision, body });
  }
  const failures = await engine.apply({ documents, changed: new Set(Object.keys(balancers)) }, signal);
  return Object.fromEntries(failures.map(({ id, message }) => [id, message]));
}

interface Asking {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: a connection of its own. */
  readonly agent?: Agent;
}

async function ask(port: number, { path = "/", headers = {}, agent }: Asking = {}) {
  const asked = request({ port, host: "127.0.0.1", path, headers, agent: agent ?? false }).end();
  const [response] = await once(asked, "response");
  let text = "";
  for await (const data of response.setEncoding("utf8")) text += data;
  return { status: response.statusCode as number, headers: response.headers as IncomingHttpHeaders, text };
}

const cookieOf = (headers: IncomingHttpHeaders) => headers["set-cookie"]?.[0]?.split(";")[0];

const masterPid = () => Number(readFileSync(join(folder, "0/haproxy.pid"), "utf8"));
async function runtime(command: string): Promise<string> {
  const socket = connect(join(folder, "0/runtime.sock")).setEncoding("utf8");
  socket.end(`${command}\n`);
  let text = "";
  for await (const data of socket) text += data;
  return text;
}
/** HAProxy counts a session when it ends, which may be after its visitor has read the answer. */
async function noSessions(): Promise<void> {
  for (;;) {
    const sessions = (await runtime("show stat")).split("\n").map((line) => line.split(",")[4]);
    if (!sessions.some((count) => Number(count) > 0)) return;
  }
}
/** The process that serves. A reload replaces it. */
const workerPid = async () => /^Pid: (\d+)$/m.exec(await runtime("show info"))?.[1];
const textOf = () => readFileSync(join(folder, "0/haproxy.cfg"), "utf8");

/** The health of a balancer's targets when it is what is expected. */
async function healthWhen(id: string, status: string) {
  for (;;) {
    const targets = (await engine.health()).get(id) ?? [];
    if (targets.every((target) => target.status === status)) return targets;
    await pause(50);
  }
}

describe.skipIf(version === undefined)("HAProxy", () => {
  test("a request reaches a target, which is told of the client by us alone", async () => {
    const [port, one] = [await freePort(), await web("one")];
    expect(await put({ lb: { pools: [pool("one", [one])], listeners: [listener(port)] } })).toEqual({});
    const spoofed = { "x-forwarded-for": "6.6.6.6", "x-forwarded-user": "root", forwarded: "for=6.6.6.6" };
    expect((await ask(port, { headers: spoofed })).text).toBe("one");
    expect(one.headers.at(-1)).toMatchObject({
      ...{ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http", "x-forwarded-port": String(port) },
      ...{ "x-forwarded-host": `127.0.0.1:${port}` },
    });
    expect(one.headers.at(-1)).not.toHaveProperty("forwarded");
    expect(one.headers.at(-1)).not.toHaveProperty("x-forwarded-user");
  });

  test("https with the listener's certificate, by HTTP/1.1 and HTTP/2, and another certificate without a reload", async () => {
    const [port, one] = [await freePort(), await web("one")];
    const [first, second] = [selfSignedCertificate("one.example.com"), selfSignedCertificate("two.example.com")];
    const secure = ({ certificatePem, privateKeyPem }: ReturnType<typeof selfSignedCertificate>) => ({
      lb: {
        pools: [pool("one", [one])],
        listeners: [listener(port, { protocol: "https", certificate: { chainPem: certificatePem, privateKeyPem } })],
      },
    });
    const subject = async () => {
      const asked = getHttps({ port, host: "127.0.0.1", rejectUnauthorized: false, agent: false });
      const [response] = await once(asked, "response");
      response.resume();
      return response.socket.getPeerCertificate().subject.CN;
    };
    expect(await put(secure(first))).toEqual({});
    expect(await subject()).toBe("one.example.com");
    expect(one.headers.at(-1)).toMatchObject({ "x-forwarded-proto": "https" });
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    const stream = session.request({ ":path": "/h2" });
    const [answer] = await once(stream, "response");
    expect(answer[":status"]).toBe(200);
    session.destroy();
    const before = await workerPid();
    expect(await put(secure(second))).toEqual({});
    expect(await subject()).toBe("two.example.com");
    expect(await workerPid()).toBe(before);
    const mixed = { ...first, privateKeyPem: second.privateKeyPem };
    expect(await put(secure(mixed))).toEqual({
      lb: `The certificate of the listener on port ${port} does not fit its private key.`,
    });
    expect(await subject()).toBe("two.example.com");
  });

  test("https chooses among several certificates by host, which come, change and go without a reload", async () => {
    const [port, one] = [await freePort(), await web("one")];
    const made = new Map(["own", "a", "b", "c"].map((name) => [name, selfSignedCertificate(`${name}.example.com`)]));
    const certificateOf = (name: string, key = name) => ({
      chainPem: made.get(name)?.certificatePem ?? "",
      privateKeyPem: made.get(key)?.privateKeyPem ?? "",
    });
    const further = (certificateId: string, name: string, key = name) => ({
      certificateId,
      ...certificateOf(name, key),
    });
    const secure = (own: string | null, ...additionalCertificates: readonly ReturnType<typeof further>[]) => ({
      lb: {
        pools: [pool("one", [one])],
        listeners: [
          listener(port, {
            ...{ protocol: "https", certificate: own === null ? null : certificateOf(own), additionalCertificates },
          }),
        ],
      },
    });
    const subjects = async () => {
      const found = [];
      for (const servername of ["a.example.com", "b.example.com", "c.example.com", "other.example.com"]) {
        const socket = connectTls({ port, host: "127.0.0.1", servername, rejectUnauthorized: false });
        const ended = await Promise.race([
          once(socket, "secureConnect"),
          once(socket, "error").then(() => "none"),
        ]).catch(() => "none");
        found.push(ended === "none" ? "none" : String(socket.getPeerCertificate().subject.CN).split(".")[0]);
        socket.destroy();
      }
      return found;
    };
    expect(await put(secure("own", further("sec_1", "a")))).toEqual({});
    expect(await subjects()).toEqual(["a", "own", "own", "own"]);
    const before = await workerPid();
    expect(await put(secure("own", further("sec_2", "b"), further("sec_1", "a")))).toEqual({});
    expect(await subjects()).toEqual(["a", "b", "own", "own"]);
    expect(await put(secure("own", further("sec_2", "c")))).toEqual({});
    expect(await subjects()).toEqual(["own", "own", "c", "own"]);
    expect(await put(secure("own", further("sec_2", "c"), further("sec_3", "a", "b")))).toEqual({
      lb: `The certificate sec_3 of the listener on port ${port} is left out, because it does not fit its private key.`,
    });
    expect(await subjects()).toEqual(["own", "own", "c", "own"]);
    expect(await workerPid()).toBe(before);

    // Without a certificate of its own, which a reload has to find out.
    expect(await put(secure(null))).toEqual({});
    expect(await subjects()).toEqual(["none", "none", "none", "none"]);
    const reloaded = await workerPid();
    expect(await put(secure(null, further("sec_2", "b")))).toEqual({});
    expect(await subjects()).toEqual(["none", "b", "none", "none"]);
    expect(await put(secure(null))).toEqual({});
    expect(await subjects()).toEqual(["none", "none", "none", "none"]);
    expect(await workerPid()).toBe(reloaded);
  });

  test("a certificate authority is answered before all rules, by the balancer that it asks for and by no other", async () => {
    const [port, alone, one] = [await freePort(), await freePort(), await web("one")];
    const rules = [
      { host: null, path: null, header: null, poolId: null, redirect: { url: null, status: 301 } } as const,
    ];
    const challenges = (loadBalancerId: string, at: number) => ({ challenges: { loadBalancerId, port: at } });
    const pools = [pool("one", [one])];
    const raw = { protocol: "tcp" } as const;
    const other = { ...pool("raw", [one], raw), healthCheck: { ...pool("", []).healthCheck, type: "tcp" } as const };
    await put({
      lb_a: { pools, listeners: [listener(port, { rules })], ...challenges("lb_a", port) },
      lb_b: {
        ...{ pools: [other], listeners: [listener(await freePort(), { ...raw, defaultPoolId: "pool_raw" })] },
        ...challenges("lb_b", alone),
      },
    });
    const before = await workerPid();
    const authority = balancerChallenges(engine);
    const answer = async (answers: Readonly<Record<string, string>>) => {
      const asked = Object.entries(answers).map(([id, loadBalancerId], index) => {
        const body = { loadBalancerId, keyAuthorization: `${id}.thumbprint` };
        return [id, { kind: "balancer_challenge", id, revision: 1, sequence: index, body }] as const;
      });
      expect(await authority.apply({ documents: new Map(asked), changed: undefined }, signal)).toEqual([]);
    };
    const visit = async (at: number, token: string) => {
      const { status, text } = await ask(at, { path: `/.well-known/acme-challenge/${token}` });
      return status === 200 ? text : status;
    };
    await answer({ "token-a": "lb_a", "token-b": "lb_b" });
    expect([await visit(port, "token-a"), await visit(port, "token-b")]).toEqual(["token-a.thumbprint", 301]);
    expect([await visit(alone, "token-a"), await visit(alone, "token-b")]).toEqual([404, "token-b.thumbprint"]);
    expect((await ask(alone)).status).toBe(404);
    await answer({ "token-b": "lb_b" });
    expect([await visit(port, "token-a"), await visit(alone, "token-b")]).toEqual([301, "token-b.thumbprint"]);
    expect(await workerPid()).toBe(before);
    // A reload keeps the answers.
    await put({ lb_a: { pools, listeners: [listener(port)], ...challenges("lb_a", port) } });
    expect(await workerPid()).not.toBe(before);
    expect(await visit(alone, "token-b")).toBe("token-b.thumbprint");
    await answer({});
    expect(await visit(alone, "token-b")).toBe(404);
  });

  test("tcp passes bytes both ways, and websockets are passed", async () => {
    const echo = createTcpServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
    servers.push(echo);
    const [port, webPort, one, target] = [await freePort(), await freePort(), await web("one"), await portOf(echo)];
    const raw = { protocol: "tcp", healthCheck: { ...pool("", []).healthCheck, type: "tcp" } } as const;
    await put({
      lb: {
        pools: [pool("one", [one]), pool("raw", [{ port: target }], raw)],
        listeners: [listener(port, { protocol: "tcp", defaultPoolId: "pool_raw" }), listener(webPort)],
      },
    });
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("utf8");
    socket.end("bytes");
    let text = "";
    for await (const data of socket) text += data;
    expect(text).toBe("bytes");
    const upgraded = connect(webPort, "127.0.0.1").setEncoding("utf8");
    upgraded.write("GET /echo HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n");
    let echoed = "";
    for await (const data of upgraded) {
      if (echoed === "") upgraded.write("hello");
      echoed += data;
      if (echoed.endsWith("hello")) break;
    }
    expect(echoed).toMatch(/^HTTP\/1\.1 101 .*hello$/s);
  });

  test("every rule decides as the contract says", { timeout: 120_000 }, async () => {
    const [port, one, two, three] = [await freePort(), await web("one"), await web("two"), await web("three")];
    const pools = [pool("one", [one]), pool("two", [two]), pool("three", [three])];
    // Whatever a path or a header may have, a rule may have, too.
    const segment = fc.constantFrom(
      "a",
      "b",
      "ab",
      "%25",
      "it's",
      "$HOME",
      "%[env(PATH)]",
      "c\\d",
      "-m",
      "--",
      "{x}",
      "!",
    );
    const path = fc.array(segment, { maxLength: 3 }).map((segments) => `/${segments.join("/")}`);
    const host = fc.constantFrom("www.example.com", "a.example.com", "example.com", "a.b.example.com");
    const value = fc.constantFrom("yes", "it's", "a,b", "%[env(PATH)]", "$HOME", 'a "b"', "-i", "\\", "#");
    const rule = fc.record({
      host: fc.option(fc.oneof(host, fc.constant("*.example.com"))),
      path: fc.option(fc.record({ match: fc.constantFrom("exact" as const, "prefix" as const), value: path })),
      header: fc.option(fc.record({ name: fc.constantFrom("x-a", "X-'b'"), value })),
      goes: fc.constantFrom("pool_two", "pool_three", "https", "https://x.example.com/%[env(PATH)]?q=it's"),
    });
    const asked = fc.record({
      host: fc.oneof(
        host,
        host.map((name) => `${name.toUpperCase()}.:80`),
      ),
      path: fc.tuple(path, fc.constantFrom("", "?q=/a", "?")).map((parts) => parts.join("")),
      headers: fc.dictionary(fc.constantFrom("x-a", "x-'b'"), value, { maxKeys: 2 }),
    });
    const property = fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 5 }),
      fc.option(fc.constant("pool_one")),
      fc.array(asked, { minLength: 10, maxLength: 20 }),
      async (drawn, defaultPoolId, requests) => {
        const rules = drawn.map(({ goes, ...conditions }) => ({
          ...{ ...conditions, poolId: goes.startsWith("pool") ? goes : null },
          redirect: goes.startsWith("pool") ? null : ({ url: goes === "https" ? null : goes, status: 307 } as const),
        }));
        expect(await put({ lb: { pools, listeners: [listener(port, { rules, defaultPoolId })] } })).toEqual({});
        for (const each of requests) {
          const { status, headers, text } = await ask(port, {
            path: each.path,
            headers: { ...each.headers, host: each.host },
          });
          const got = status === 200 ? `pool_${text}` : status === 307 ? headers.location : status;
          expect({ each, got }).toEqual({
            each,
            got: expected(rules, defaultPoolId, { ...each, port, transport: "tcp" }),
          });
        }
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

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
    expect((await engine.health()).get("lb")?.[1]).toMatchObject({ status: "draining", reason: "Its weight is 0." });
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
    servers.push(silent);
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
      const health = (await engine.health()).get("lb") ?? [];
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
    servers.push(server);
    const healthCheck = { ...pool("", []).healthCheck, type: "tcp" } as const;
    const target = { port: await portOf(server), subnet: { gateway: "127.0.0.2", device: "lo" } };
    const elsewhere = { ...target, subnet: { gateway: "198.51.100.1", device: "fm1" } };
    const pools = [pool("one", [target, elsewhere], { protocol: "tcp", healthCheck })];
    expect(await put({ lb: { pools, listeners: [listener(port, { protocol: "tcp" })] } })).toEqual({});
    for (let health: readonly string[] = []; health.join() !== "online,offline"; await pause(50))
      health = ((await engine.health()).get("lb") ?? []).map(({ status }) => status);
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
      servers.push(target);
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
      await engine.health();
      const { loadBalancers } = await engine.usage();
      return Object.fromEntries(loadBalancers.map(({ partId, ...counts }) => [partId, counts]));
    };
    engine = newEngine(); // counts nothing of the tests before
    await engine.apply({ documents, changed: undefined }, signal);
    await engine.usage();
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

    const scraped = await new EdgeMetrics({ health: () => engine.health(), totals: () => engine.totals() }).text();
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
    engine = newEngine();
    await engine.apply({ documents, changed: undefined }, signal);
    await engine.health();
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

  /** Requests on new and on kept connections, until a port's changes are made. @returns the answers that are not 200 */
  async function underLoad(port: number, changes: () => Promise<void>): Promise<unknown[]> {
    const ended = new AbortController();
    const wrong: unknown[] = [];
    const kept = new Agent({ keepAlive: true });
    let asked = 0;
    const visitor = async (_: unknown, place: number) => {
      while (!ended.signal.aborted) {
        const { status } = await ask(port, place % 2 === 0 ? { agent: kept } : {}).catch((error) => ({
          status: String(error),
        }));
        asked++;
        if (status !== 200) wrong.push(status);
      }
    };
    const visitors = Array.from({ length: 8 }, visitor);
    await changes();
    ended.abort();
    await Promise.all(visitors);
    kept.destroy();
    expect(asked).toBeGreaterThan(100);
    return wrong;
  }

  test("twenty changes under load lose no request", { timeout: 60_000 }, async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    const lb = { pools: [pool("one", [one, two])], listeners: [listener(port)] };
    await put({ lb });
    const wrong = await underLoad(port, async () => {
      for (let change = 0; change < 20; change++) {
        const added = pool("two", [one], { poolId: `pool_more${change}` });
        await put(
          change % 2 === 0
            ? { [`lb${change}`]: { pools: [added], listeners: [] } }
            : { lb: { ...lb, pools: [...lb.pools, added] } },
        );
      }
    });
    expect(wrong).toEqual([]);
  });

  test("targets come and go without a reload, and no request is lost", { timeout: 60_000 }, async () => {
    const [port, other, ...webs] = [await freePort(), await freePort(), await web("one"), await web("two")];
    const [one, two] = webs as [Web, Web];
    const gateway = { gateway: "127.0.0.1", device: "lo" };
    const only = (...names: readonly ("one" | "two")[]) => {
      const all = pool("one", [one, { ...two, weight: 2, subnet: gateway }], { stickySessions: "cookie" });
      const wanted = names.map((name) => `tgt_one${["one", "two"].indexOf(name)}`);
      return { ...all, targets: all.targets.filter(({ targetId }) => wanted.includes(targetId)) };
    };
    const lb = (pools: BalancerPool[], more: BalancerListener[] = []) => ({
      lb: { pools, listeners: [listener(port), ...more] },
    });
    const answers = async (at: number, headers = {}) => {
      const texts: string[] = [];
      for (let time = 0; time < 6; time++) texts.push((await ask(at, { headers })).text);
      return `${texts.filter((text) => text === "one").length} one, ${texts.filter((text) => text === "two").length} two`;
    };
    const servers = async () => {
      await engine.health();
      return (await runtime("show servers state")).match(/ tgt_\w+ /g)?.map((name) => name.trim());
    };
    await put(lb([only("one")]));
    const worker = await workerPid();
    const wrong = await underLoad(port, async () => {
      for (let change = 0; change < 20; change++) {
        const { targets, ...rest } = only("one", "two");
        const renamed = targets.map((each, place) => (place === 0 ? each : { ...each, targetId: `tgt_new${change}` }));
        await put(lb([change % 2 === 0 ? { ...rest, targets: renamed } : only("one")]));
      }
    });
    await expect.poll(servers, { timeout: 20_000 }).toEqual(["tgt_one0"]);
    expect([wrong, await workerPid()]).toEqual([[], worker]);

    await put(lb([only("one", "two")]));
    await engine.usage();
    expect(await answers(port)).toBe("2 one, 4 two");
    await healthWhen("lb", "online");
    expect((await engine.usage()).loadBalancers?.map(({ partId, requests }) => [partId, requests])).toEqual([
      [`lsn_${port}`, 6],
      ["tgt_one0", 2],
      ["tgt_one1", 4],
    ]);

    // The cookie of a target that was added leads to it, also when it is drained, and after a reload.
    let cookie = "";
    while (cookie === "") {
      const { text, headers } = await ask(port);
      if (text === "two") cookie = cookieOf(headers) ?? "";
    }
    const drained = only("one", "two");
    const draining = { ...drained, targets: drained.targets.map((one, place) => ({ ...one, weight: 1 - place })) };
    await put(lb([draining]));
    expect([await answers(port), await answers(port, { cookie })]).toEqual(["6 one, 0 two", "0 one, 6 two"]);
    expect(await workerPid()).toBe(worker);
    await put(lb([draining], [listener(other)]));
    expect(await workerPid()).not.toBe(worker);
    expect([await answers(other), await answers(other, { cookie })]).toEqual(["6 one, 0 two", "0 one, 6 two"]);

    // A removed target ends its requests, gets no more, and is forgotten then; the next agent finds the same.
    const slow = ask(port, { path: "/slow", headers: { cookie } });
    await once(two.server, "request");
    const now = await workerPid();
    await put(lb([only("one")], [listener(other)]));
    expect(await answers(port, { cookie })).toBe("6 one, 0 two");
    expect(await servers()).toEqual(["tgt_one0", "tgt_one1"]);
    engine = newEngine();
    expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
    expect(await servers()).toEqual(["tgt_one0", "tgt_one1"]);
    two.server.emit("go");
    expect((await slow).text).toBe("two");
    await expect.poll(servers).toEqual(["tgt_one0"]);
    expect(await workerPid()).toBe(now);
  });

  test("a target that comes back while its requests end is served again", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    const both = pool("one", [one, two]);
    const lb = (targets: readonly BalancerTarget[]) => ({
      lb: { pools: [{ ...both, targets }], listeners: [listener(port)] },
    });
    const [first, second] = both.targets as [BalancerTarget, BalancerTarget];
    await put(lb([second]));
    const slow = ask(port, { path: "/slow" });
    await once(two.server, "request");
    await put(lb([first]));
    await put(lb([second]));
    expect((await ask(port)).text).toBe("two");
    two.server.emit("go");
    expect((await slow).text).toBe("two");
  });

  test("a taken port and a refused configuration concern their own balancer alone", async () => {
    const [port, other, one] = [await freePort(), await freePort(), await web("one")];
    const taken = createTcpServer();
    servers.push(taken);
    const takenPort = await portOf(taken);
    const lb = { pools: [pool("one", [one])], listeners: [listener(port)] };
    await put({ lb });
    const inUse = (number: number) => `Port ${number} of 127.0.0.1 is in use on the edge's host.`;
    const second = pool("two", [one]);
    expect(
      await put({
        foreign: { pools: [second], listeners: [listener(takenPort, { defaultPoolId: "pool_two" })] },
        same: { pools: [pool("three", [one])], listeners: [listener(port, { defaultPoolId: "pool_three" })] },
        wrong: {
          pools: [{ ...pool("four", [one]), healthCheck: { ...second.healthCheck, intervalSeconds: -1 } }],
          listeners: [],
        },
        good: { pools: [pool("five", [one])], listeners: [listener(other, { defaultPoolId: "pool_five" })] },
      }),
    ).toEqual({ foreign: inUse(takenPort), same: inUse(port), wrong: expect.stringContaining("HAProxy refuses") });
    expect((await ask(port)).text).toBe("one");
    expect((await ask(other)).text).toBe("one");
    // A changed balancer that is refused is served as before.
    expect(Object.keys(await put({ lb: { ...lb, listeners: [listener(port), listener(takenPort)] } }))).toContain("lb");
    expect((await ask(port)).text).toBe("one");
  });

  test("the next agent brings to the process what the last one could not, and keeps what a refused revision had", async () => {
    const [port, one] = [await freePort(), await web("one")];
    const [first, second] = [selfSignedCertificate("one.example.com"), selfSignedCertificate("two.example.com")];
    const secure = ({ certificatePem, privateKeyPem }: typeof first, idleTimeoutSeconds = 60) => ({
      pools: [pool("one", [one])],
      listeners: [
        listener(port, {
          ...{ protocol: "https", idleTimeoutSeconds },
          certificate: { chainPem: certificatePem, privateKeyPem },
        }),
      ],
    });
    const subject = async () => {
      const asked = getHttps({ port, host: "127.0.0.1", rejectUnauthorized: false, agent: false });
      const [response] = await once(asked, "response");
      response.resume();
      return response.socket.getPeerCertificate().subject.CN;
    };
    await put({ lb: secure(first, 61) });
    const later = textOf();
    await put({ lb: secure(first) });
    // As if the last agent had ended after it wrote the configuration and before the process took it.
    writeFileSync(join(folder, "0/haproxy.cfg"), later);
    let before = await workerPid();
    engine = newEngine();
    await put({ lb: secure(first, 61) });
    expect(await workerPid()).not.toBe(before);
    // As if it had been told of a certificate and ended before it changed it.
    before = await workerPid();
    engine = newEngine();
    await put({ lb: secure(second, 61) });
    expect(await subject()).toBe("two.example.com");
    const mixed = secure({ ...first, privateKeyPem: second.privateKeyPem });
    expect(Object.keys(await put({ lb: mixed }))).toEqual(["lb"]);
    engine = newEngine();
    expect((await engine.apply({ documents, changed: undefined }, signal)).map(({ id }) => id)).toEqual(["lb"]);
    expect(await subject()).toBe("two.example.com");
  });

  test("the next agent takes over what is served, and a process that was killed is started again", async () => {
    const [port, one] = [await freePort(), await web("one")];
    await put({ lb: { pools: [pool("one", [one])], listeners: [listener(port)] } });
    const [pid, text] = [await workerPid(), textOf()];
    engine = newEngine();
    expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
    expect([await workerPid(), textOf()]).toEqual([pid, text]);
    expect((await ask(port)).text).toBe("one");
    process.kill(masterPid(), "SIGKILL");
    while (
      await ask(port).then(
        () => true,
        () => false,
      )
    )
      await pause(20);
    await healthWhen("lb", "online");
    expect((await ask(port)).text).toBe("one");
    expect(await workerPid()).not.toBe(pid);
  });
});

/** What the contract says of a request. */
function expected(rules: BalancerListener["rules"], defaultPoolId: string | null, asked: BalancedRequest) {
  const route = routeRequest(
    [
      {
        ...{ protocol: "http", port: asked.port, default_pool_id: defaultPoolId },
        rules: rules.map(({ host, path, header, poolId, redirect }, priority) => ({
          ...{ priority, host, path, header, pool_id: poolId },
          redirect: redirect && { https: redirect.url === null, url: redirect.url, status: redirect.status },
        })),
      },
    ],
    asked,
  );
  if (route.kind === "pool") return route.poolId;
  return route.kind === "redirect" ? route.location : 404;
}
