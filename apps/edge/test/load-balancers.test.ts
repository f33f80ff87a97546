// Load balancers made by REST, applied by the worker's reconcilers and served by an agent: real requests to real
// servers. The machines are simulated, so the agent works on loopback (src/loopback.ts).
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { addEdge } from "@fulmar/core/operator";
import { createLogger } from "@fulmar/http";
import { freePort } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AMSTERDAM, networkingFixture, uniqueName } from "../../api/test/networking/networking-fixture.ts";
import { openSeverableProxy, type SeverableProxy } from "../../api/test/severable-proxy.ts";
import { Agent } from "../src/agent/agent.ts";
import { ApiClient, enroll } from "../src/agent/api-client.ts";
import { AgentFolder } from "../src/agent/folder.ts";
import { DevelopmentBalancers } from "../src/development/development-balancers.ts";
import { onLoopback } from "../src/loopback.ts";

const network = networkingFixture();
const logger = createLogger({ app: "edge", level: "silent" });
const folder = mkdtempSync(join(tmpdir(), "fulmar-edge-"));
const servers: (Server | TcpServer)[] = [];
let proxy: SeverableProxy;
let apiUrl = "";
let agent: Agent;
let place: { readonly vpc_id: string; readonly subnet_id: string };

beforeAll(async () => {
  const { port } = await network.api.listen();
  proxy = await openSeverableProxy(`http://127.0.0.1:${port}`);
  apiUrl = proxy.url.replace(/\/$/, "");
  const { token } = await addEdge(network.api.database, { name: "front", site_id: AMSTERDAM, serves_cdn: false });
  const kept = new AgentFolder(folder);
  kept.keepCredential(await enroll(apiUrl, { token, hostname: "laptop" }), token);
  agent = startAgent();
  const vpc_id = await network.vpc("10.9.0.0/16");
  const subnet = await network.post(`/networking/vpcs/${vpc_id}/subnets`, { name: "inner", cidr: "10.9.0.0/24" });
  place = { vpc_id, subnet_id: subnet.body.subnet_id };
});
afterAll(async () => {
  await agent.stop();
  for (const server of servers) server.close();
  await proxy.sever();
  rmSync(folder, { recursive: true });
});

function startAgent(): Agent {
  const kept = new AgentFolder(folder);
  const api = new ApiClient(apiUrl, kept.credential()?.credential ?? "");
  const engine = onLoopback(new DevelopmentBalancers(), { wholeNetwork: false, firstPort: 1 });
  const started = new Agent({ api, folder: kept, engines: [engine], logger });
  started.start();
  return started;
}

async function portOf<Listening extends TcpServer>(server: Listening): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A server that answers with its name, and with the headers that it was sent. */
async function web(name: string): Promise<{ port: number; headers: IncomingHttpHeaders[]; stop: () => void }> {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.setHeader("x-served-by", name);
    response.end(name);
  });
  server.on("upgrade", (_, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n");
    socket.pipe(socket);
  });
  servers.push(server);
  const port = await portOf(server);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, headers, stop };
}

/** A new load balancer that its edge has applied. */
async function balancer(
  configuration: object,
): Promise<{ id: string; apply: () => Promise<{ status: string; error_message: string | null }> }> {
  const name = uniqueName("lb");
  const { body } = await network.post("/load-balancers", { name, site_id: AMSTERDAM, ...place, configuration });
  const id: string = body.load_balancer_id;
  const apply = async () => {
    await network.api.database.pool.query("UPDATE load_balancer SET apply_at = now() WHERE apply_at IS NOT NULL");
    await network.api.reconcile("apply-load-balancers");
    return (await network.get(`/load-balancers/${id}`)).body;
  };
  const applied = await apply();
  expect(applied).toMatchObject({ status: "active", error_message: null });
  return { id, apply };
}

const target = (port: number, more: object = {}) => ({ ip: "10.9.0.9", port, ...more });
const pool = (targets: readonly object[], more: object = {}) => ({ name: "web", protocol: "http", targets, ...more });
const listener = (port: number, more: object = {}) => ({
  name: "http",
  protocol: "http",
  port,
  default_pool: "web",
  ...more,
});

const PATIENCE = { timeout: 30_000, interval: 50 };

/** Answers of a port, with their bodies. Each request has a connection of its own. */
async function ask(port: number, path = "/", headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ redirect: "manual", headers: { connection: "close", ...headers } },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The first answer with the status: a new target is online after its first check, a new agent listens soon. */
const askUntil = (status: number, port: number, path = "/") =>
  vi.waitFor(async () => {
    const answer = await ask(port, path);
    expect(answer.status).toBe(status);
    return answer;
  }, PATIENCE);

/** Waits until a target answers. */
const askFor = (text: string, port: number) =>
  expect.poll(async () => (await ask(port)).text, { interval: PATIENCE.interval }).toBe(text);

describe("http", () => {
  test("a request reaches a target, which is told of the client by us alone", async () => {
    const [port, one] = [await freePort(), await web("one")];
    await balancer({ pools: [pool([target(one.port)])], listeners: [listener(port)] });
    expect((await askUntil(200, port)).text).toBe("one");
    await ask(port, "/x", { "x-forwarded-for": "6.6.6.6", forwarded: "for=6.6.6.6" });
    expect(one.headers.at(-1)).toMatchObject({
      ...{ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http", "x-forwarded-port": String(port) },
      ...{ "x-forwarded-host": `127.0.0.1:${port}` },
    });
    expect(one.headers.at(-1)).not.toHaveProperty("forwarded");
  });

  test("a VM with the pool's tag gets requests as long as it has the tag and runs", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    const tag = uniqueName("tag");
    const { vmId } = await network.vm();
    const { apply } = await balancer({
      pools: [pool([target(one.port)], { target_tag: tag, target_port: two.port })],
      listeners: [listener(port)],
    });
    expect((await askUntil(200, port)).text).toBe("one");
    const change = async (sql: string, ...values: unknown[]) => {
      await network.api.database.pool.query(`UPDATE vm SET ${sql} WHERE vm_id = $1`, [vmId, ...values]);
      expect((await apply()).status).toBe("active");
    };
    await change("tags = ARRAY[$2]", tag);
    await askFor("two", port);
    await change("status = 'stopped'");
    expect(await Promise.all(Array.from({ length: 6 }, async () => (await ask(port)).text))).toEqual(
      Array.from({ length: 6 }, () => "one"),
    );
    await change("status = 'running'");
    await askFor("two", port);
  });

  test("rules choose by path, header and host, and redirect", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    await balancer({
      pools: [pool([target(one.port)]), pool([target(two.port)], { name: "api" })],
      listeners: [
        listener(port, {
          rules: [
            { path: { match: "prefix", value: "/api" }, pool: "api" },
            { header: { name: "x-canary", value: "yes" }, pool: "api" },
            { path: { match: "exact", value: "/old" }, redirect: { url: "https://www.example.com/new", status: 308 } },
          ],
        }),
      ],
    });
    expect((await askUntil(200, port)).text).toBe("one");
    expect((await askUntil(200, port, "/api/users")).text).toBe("two");
    expect((await ask(port, "/apis")).text).toBe("one");
    const whole = connect(port, "127.0.0.1");
    whole.write("GET http://a.example/api/users HTTP/1.1\r\nhost: other.example\r\nconnection: close\r\n\r\n");
    expect(await textOf(whole)).toMatch(/\r\n\r\n.*two/s);
    expect(two.headers.at(-1)).toMatchObject({ host: "a.example", "x-forwarded-host": "a.example" });
    expect((await ask(port, "/", { "x-canary": "yes" })).text).toBe("two");
    const moved = await ask(port, "/old");
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "https://www.example.com/new"]);
  });

  test("weights divide the requests, and a target of weight 0 keeps only its sticky clients", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    const targets = (weight: number) => [target(one.port, { weight: 3 }), target(two.port, { weight })];
    const sticky = { sticky_sessions: "cookie" };
    const { id, apply } = await balancer({ pools: [pool(targets(1), sticky)], listeners: [listener(port)] });
    await askUntil(200, port);
    let cookie = "";
    // Both targets are online once both have served.
    await vi.waitFor(async () => {
      const { text, headers } = await ask(port);
      expect(text).toBe("two");
      cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    }, PATIENCE);
    const served = new Map<string, number>();
    for (let count = 0; count < 40; count++) {
      const { text } = await ask(port);
      served.set(text, (served.get(text) ?? 0) + 1);
    }
    expect(Object.fromEntries(served)).toEqual({ one: 30, two: 10 });
    const { body } = await network.get(`/load-balancers/${id}/configuration`);
    body.pools[0].targets.find(({ port }: { port: number }) => port === two.port).weight = 0;
    expect((await network.put(`/load-balancers/${id}/configuration`, body)).status).toBe(200);
    expect((await apply()).status).toBe("active");
    for (let count = 0; count < 8; count++) expect((await ask(port)).text).toBe("one");
    expect((await ask(port, "/", { cookie })).text).toBe("two");
  });

  test("a request goes to another target when one cannot be connected to, and 503 says that none is left", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    await balancer({ pools: [pool([target(one.port), target(two.port)])], listeners: [listener(port)] });
    await askFor("two", port);
    two.stop();
    for (let count = 0; count < 10; count++) expect((await ask(port)).text).toBe("one");
    one.stop();
    expect((await ask(port)).status).toBe(503);
  });

  test("an upgraded connection passes both ways", async () => {
    const [port, one] = [await freePort(), await web("one")];
    await balancer({ pools: [pool([target(one.port)])], listeners: [listener(port)] });
    await askUntil(200, port);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /echo HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n");
    let text = "";
    for await (const data of socket.setEncoding("utf8")) {
      if (text === "") socket.write("hello");
      text += data;
      if (text.endsWith("hello")) break;
    }
    expect(text).toMatch(/^HTTP\/1\.1 101 .*hello$/s);
  });
});

test("tcp passes bytes both ways, also after the client has ended its side", async () => {
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
  servers.push(server);
  const [port, targetPort] = [await freePort(), await portOf(server)];
  await balancer({
    pools: [{ name: "raw", protocol: "tcp", targets: [target(targetPort)] }],
    listeners: [{ name: "tcp", protocol: "tcp", port, default_pool: "raw" }],
  });
  // The target is online after its first check.
  const echoed = async () => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.end("bytes");
    let text = "";
    for await (const data of socket.setEncoding("utf8")) text += data;
    return text;
  };
  await expect.poll(echoed, { interval: PATIENCE.interval }).toBe("bytes");
});

test("what it cannot serve is a sentence on the load balancer, and the others go on", async () => {
  const [port, one] = [await freePort(), await web("one")];
  await balancer({ pools: [pool([target(one.port)])], listeners: [listener(port)] });
  await askUntil(200, port);
  const { body } = await network.post("/load-balancers", {
    ...{ name: uniqueName("second"), site_id: AMSTERDAM, ...place },
    configuration: { pools: [pool([target(one.port)])], listeners: [listener(port)] },
  });
  await network.api.reconcile("apply-load-balancers");
  expect((await network.get(`/load-balancers/${body.load_balancer_id}`)).body).toMatchObject({
    ...{ status: "error", error_message: `Port ${port} of 127.0.0.1 is in use on the edge's host.` },
  });
  expect((await ask(port)).text).toBe("one");
});

test("what needs HAProxy is refused with a sentence, and the previous configuration stays", async () => {
  const [port, one] = [await freePort(), await web("one")];
  const { id, apply } = await balancer({ pools: [pool([target(one.port)])], listeners: [listener(port)] });
  await askUntil(200, port);
  const { body } = await network.get(`/load-balancers/${id}/pools`);
  const at = `/load-balancers/${id}/pools/${body[0].pool_id}`;
  expect((await network.patch(at, { proxy_protocol: "v2" })).status).toBe(200);
  expect(await apply()).toMatchObject({
    ...{ status: "error" },
    error_message: "The development edge does not serve the PROXY protocol; install HAProxy on the edge's host.",
  });
  expect((await ask(port)).text).toBe("one");
  expect((await network.patch(at, { proxy_protocol: "none" })).status).toBe(200);
  expect(await apply()).toMatchObject({ status: "active", error_message: null });
});

test("it goes on while the API is away, also after a restart, and catches up", async () => {
  const [port, one, two] = [await freePort(), await web("one"), await web("two")];
  const { id } = await balancer({ pools: [pool([target(one.port)])], listeners: [listener(port)] });
  await askUntil(200, port);
  await proxy.sever();
  expect((await ask(port)).text).toBe("one");
  await agent.stop();
  agent = startAgent();
  expect((await askUntil(200, port)).text).toBe("one");
  const changed = { pools: [pool([target(two.port)])], listeners: [listener(port)] };
  await network.put(`/load-balancers/${id}/configuration`, changed);
  const applying = network.api.reconcile("apply-load-balancers");
  await proxy.restore();
  await applying;
  await askFor("two", port);
});
