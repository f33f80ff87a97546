import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addEdge } from "@fulmar/core/operator";
import { freePort } from "@fulmar/prisma/server";
import { Rest, until } from "@fulmar/testkit/stack";
import { simulatedPlace } from "../place.ts";
import { endOf, type Product } from "../product.ts";
import { senderTo } from "../sender-to.ts";

const NAMES = ["shop", "blog"] as const;
const TARGETS = 2;
const VISITORS = 3;
const PAUSE_MS = 40;

/** An edge of the simulated site with load balancers before servers of this process. */
export interface Balanced {
  readonly metricsUrl: string;
  /** Visits the load balancers for some time. In its third quarter a server of each is away. */
  visit(minutes: number): Promise<void>;
  stop(): Promise<void>;
}

/** Why no load balancer is counted here. Undefined: they are. */
export function whyNoBalancers(): string | undefined {
  if (process.platform !== "linux") return "Load balancers have addresses of their own on Linux alone.";
  return spawnSync("haproxy", ["-v"]).error === undefined
    ? undefined
    : "This machine has no haproxy; install it, on Debian by `apt install haproxy`.";
}

/**
 * Starts an edge on the loopback addresses of this machine, where a target is a program here on the port of a machine
 * that is simulated.
 * @param url base URL of an API process, ending in /v1
 */
export async function startBalanced(product: Product, url: string): Promise<Balanced> {
  const rest = new Rest(senderTo(url, product));
  const { siteId } = simulatedPlace;
  const { token } = await addEdge(product.database, { name: "edge-1", site_id: siteId, serves_cdn: false });
  const folder = mkdtempSync(join(tmpdir(), "fulmar-edge-"));
  const metricsPort = await freePort();
  const agent = product.startEdge({
    FULMAR_EDGE_API_URL: new URL(url).origin,
    FULMAR_EDGE_TOKEN: token,
    FULMAR_EDGE_DIR: folder,
    FULMAR_EDGE_ADDRESSES: "loopback",
    FULMAR_EDGE_METRICS_PORT: String(metricsPort),
  });
  const balancers: LoadBalanced[] = [];
  const stop = async () => {
    await endOf(agent);
    for (const { servers } of balancers) for (const server of servers) close(server);
    rmSync(folder, { recursive: true });
  };
  try {
    for (const name of NAMES) balancers.push(await loadBalanced(rest, name));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    visit: (minutes) => visitAll(balancers, minutes),
    stop,
  };
}

/** A load balancer with the servers of its targets. */
interface LoadBalanced {
  readonly address: { readonly host: string; readonly port: number };
  readonly servers: readonly Server[];
}

async function loadBalanced(rest: Rest, name: string): Promise<LoadBalanced> {
  const servers: Server[] = [];
  const targets = [];
  for (let place = 0; place < TARGETS; place++) {
    const server = await listening(0);
    servers.push(server);
    const { vm_id } = await rest.ask("cloudVm.create", { ...simulatedPlace.small, name: `${name}-${place}` });
    await until(
      "a machine to run",
      () => rest.ask("cloudVm.get", { vm_id }),
      ({ status }) => status === "running",
    );
    targets.push({ vm_id, port: portOf(server) });
  }
  const health_check = { interval_seconds: 5, timeout_seconds: 2, healthy_threshold: 1, unhealthy_threshold: 2 };
  const port = await freePort();
  const { load_balancer_id } = await rest.ask("loadBalancer.create", {
    ...{ name, site_id: simulatedPlace.siteId },
    configuration: {
      pools: [{ name: "web", protocol: "http", health_check, targets }],
      listeners: [{ name: "http", protocol: "http", port, default_pool: "web" }],
    },
  });
  const { public_ip } = await until(
    "the load balancer",
    () => rest.ask("loadBalancer.get", { load_balancer_id }),
    ({ status }) => status === "active",
  );
  // As an edge on loopback moves it (apps/edge/src/loopback.ts).
  const host = `127.${(public_ip ?? "127.0.0.1").split(".").slice(1).join(".")}`;
  await until(
    "an answer through the load balancer",
    () => fetch(`http://${host}:${port}/`).then(statusOf, () => 0),
    (status) => status === 200,
  );
  return { address: { host, port }, servers };
}

async function visitAll(balancers: readonly LoadBalanced[], minutes: number): Promise<void> {
  const ending = new AbortController();
  const visitors = balancers.flatMap(({ address }) =>
    Array.from({ length: VISITORS }, () => visit(address, ending.signal)),
  );
  const visits = Promise.all(visitors);
  /** Waits, unless a visitor fails before. */
  const pass = (ms: number) => Promise.race([visits, sleep(ms)]);
  const quarter = (minutes * 60_000) / 4;
  await pass(2 * quarter);
  const lost = balancers.map(({ servers }) => portOf(lastOf(servers)));
  for (const { servers } of balancers) close(lastOf(servers));
  await pass(quarter);
  const back = await Promise.all(lost.map(listening));
  await pass(quarter);
  ending.abort();
  await visits;
  for (const server of back) close(server);
}

/** Asks for pages, some of which are missing, and sends now and then what is not HTTP. */
async function visit({ host, port }: LoadBalanced["address"], ending: AbortSignal): Promise<void> {
  for (let turn = 0; !ending.aborted; turn++) {
    const path = turn % 10 === 9 ? "/missing" : `/page-${turn % 5}`;
    await statusOf(await fetch(`http://${host}:${port}${path}`));
    if (turn % 50 === 49) await nonsense(host, port);
    await sleep(PAUSE_MS);
  }
}

async function nonsense(host: string, port: number): Promise<void> {
  const socket = connect(port, host);
  socket.end("nonsense\r\n\r\n");
  socket.resume();
  await once(socket, "close");
}

async function statusOf(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}

async function listening(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === "/missing") response.statusCode = 404;
    response.end("x".repeat(4_000));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function lastOf(servers: readonly Server[]): Server {
  const last = servers.at(-1);
  if (last === undefined) throw new Error("The load balancer has no servers.");
  return last;
}
