// HAProxy driven by the edge's engine, for tests: real requests to real servers, on loopback.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type Agent, createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { type AddressInfo, connect, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type {
  BalancerDocument,
  BalancerListener,
  BalancerPool,
  BalancerTarget,
  EdgeDocument,
} from "@fulmar/edge-protocol";
import { afterAll, afterEach, expect } from "vitest";
import { HaproxyBalancers } from "../src/haproxy/haproxy-balancers.ts";
import { haproxyVersion } from "../src/haproxy/haproxy-process.ts";

/** The version of the installed HAProxy; undefined without one. */
export const version = await haproxyVersion();

export const { signal } = new AbortController();
const servers = new Set<TcpServer>();

/** Starts a server on a free port. It is closed after the file's tests. */
export async function portOf(server: TcpServer): Promise<number> {
  servers.add(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

export interface Web {
  readonly port: number;
  readonly headers: IncomingHttpHeaders[];
  readonly server: Server;
}

/** A server that answers with its name, and keeps the headers that it was sent. On `/slow`, it answers when told to. */
export async function web(name: string, status = 200): Promise<Web> {
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
  return { port: await portOf(server), headers, server };
}

type Target = Partial<BalancerTarget> & { readonly port: number };
export const pool = (name: string, targets: readonly Target[], more: Partial<BalancerPool> = {}): BalancerPool => ({
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

export const listener = (port: number, more: Partial<BalancerListener> = {}): BalancerListener => ({
  ...{ listenerId: `lsn_${port}`, protocol: "http", port, idleTimeoutSeconds: 60, certificate: null, rules: [] },
  additionalCertificates: [],
  ...{ defaultPoolId: "pool_one", ...more },
});

interface Asking {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: a connection of its own. */
  readonly agent?: Agent;
}

/** Sends a request to a port of this machine. */
export async function ask(port: number, { method = "GET", path = "/", headers = {}, agent }: Asking = {}) {
  const asked = request({ port, host: "127.0.0.1", method, path, headers, agent: agent ?? false }).end();
  const [response] = await once(asked, "response");
  let text = "";
  for await (const data of response.setEncoding("utf8")) text += data;
  return { status: response.statusCode as number, headers: response.headers as IncomingHttpHeaders, text };
}

export const cookieOf = (headers: IncomingHttpHeaders) => headers["set-cookie"]?.[0]?.split(";")[0];

/** HAProxy with an agent and a folder of its own. Every test of the file begins without load balancers. */
export function haproxyFixture() {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-haproxy-"));
  const documents = new Map<string, EdgeDocument<"load_balancer">>();
  const newEngine = () => new HaproxyBalancers({ folder, version: version ?? "", endsWithAgent: true });
  let engine = newEngine();

  afterEach(async () => {
    documents.clear();
    expect(await engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
  });
  afterAll(async () => {
    await engine.close();
    for (const server of servers) server.close();
    servers.clear();
    rmSync(folder, { recursive: true });
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
      await pause(10);
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
  return {
    folder,
    documents,
    /** The engine of the last agent that was started. */
    get engine() {
      return engine;
    },
    /** Starts the next agent on the same folder. */
    startAgent() {
      engine = newEngine();
    },
    ...{ put, runtime, noSessions, masterPid, workerPid, textOf, healthWhen },
  };
}
