// HAProxy's handling of requests: real requests to real servers, on loopback.
import { once } from "node:events";
import { Agent } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { get as getHttps } from "node:https";
import { connect, createServer as createTcpServer } from "node:net";
import { connect as connectTls } from "node:tls";
import { type BalancedRequest, routeRequest } from "@fulmar/contract/load-balancing";
import type { BalancerListener } from "@fulmar/edge-protocol";
import { freePort, needs, selfSignedCertificate } from "@fulmar/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balancerChallenges } from "../src/haproxy/balancer-challenges.ts";
import { ask, haproxyFixture, listener, pool, portOf, signal, version, web } from "./haproxy-fixture.ts";

const haproxy = haproxyFixture();
const { put, workerPid } = haproxy;

describe("HAProxy: requests", needs("HAProxy", version !== undefined), () => {
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
    const authority = balancerChallenges(haproxy.engine);
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

  test("a request on a connection that its target closes is sent again if it only reads, and once otherwise", async () => {
    const requests: string[] = [];
    // Answers the first request of a connection, and closes the connection when the second comes.
    const target = createTcpServer((socket) => {
      let answered = false;
      socket.on("error", () => undefined);
      socket.on("data", (data) => {
        const [line = ""] = String(data).split("\r\n");
        if (String(data).includes("fulmar-health-check"))
          return void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        requests.push(line);
        if (answered) return void socket.destroy();
        answered = true;
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\none");
      });
    });
    const [port, targetPort] = [await freePort(), await portOf(target)];
    expect(await put({ lb: { pools: [pool("one", [{ port: targetPort }])], listeners: [listener(port)] } })).toEqual(
      {},
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(port, { path: "/first", agent })).text).toBe("one");
    expect((await ask(port, { path: "/second", agent })).text).toBe("one");
    expect(requests).toEqual(["GET /first HTTP/1.1", "GET /second HTTP/1.1", "GET /second HTTP/1.1"]);
    const changing = ask(port, { method: "POST", path: "/third", agent });
    expect(
      await changing.then(
        ({ status }) => status,
        () => "closed",
      ),
    ).not.toBe(200);
    expect(requests.slice(3)).toEqual(["POST /third HTTP/1.1"]);
    agent.destroy();
  });

  test("tcp passes bytes both ways, and websockets are passed", async () => {
    const echo = createTcpServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
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
    const [one, two, three] = [await web("one"), await web("two"), await web("three")];
    const pools = [pool("one", [one]), pool("two", [two]), pool("three", [three])];
    const ports: number[] = [];
    while (ports.length < 10) ports.push(await freePort());
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
    const ruling = fc.record({
      drawn: fc.array(rule, { minLength: 1, maxLength: 5 }),
      defaultPoolId: fc.option(fc.constant("pool_one")),
      requests: fc.array(asked, { minLength: 10, maxLength: 20 }),
    });
    // Ten listeners at a time, because each configuration is a reload.
    const property = fc.asyncProperty(
      fc.array(ruling, { minLength: ports.length, maxLength: ports.length }),
      async (cases) => {
        const ruled = cases.map(({ drawn, ...rest }, place) => {
          const rules = drawn.map(({ goes, ...conditions }) => ({
            ...{ ...conditions, poolId: goes.startsWith("pool") ? goes : null },
            redirect: goes.startsWith("pool") ? null : ({ url: goes === "https" ? null : goes, status: 307 } as const),
          }));
          return { ...rest, rules, port: ports[place] ?? 0 };
        });
        const listeners = ruled.map(({ port, rules, defaultPoolId }) => listener(port, { rules, defaultPoolId }));
        expect(await put({ lb: { pools, listeners } })).toEqual({});
        for (const { port, rules, defaultPoolId, requests } of ruled)
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
    await fc.assert(property, { numRuns: 4 });
  });
});

/** The pool, the redirect's location or the status that a request gets by the contract. */
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
