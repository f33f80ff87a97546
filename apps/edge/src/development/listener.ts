import { once } from "node:events";
import { createServer, type Server as HttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream";
import { routeRequest } from "@fulmar/contract/load-balancing";
import type { BalancerListener, BalancerTarget } from "@fulmar/edge-protocol";
import { toOriginForm } from "@fulmar/http";
import type { Client, Pool } from "./pool.ts";

/** RFC 9110 §7.6.1: headers of one connection, which a proxy does not pass on. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

/** How long a target may take to accept a connection. */
const CONNECT_MS = 3_000;
const COOKIE = "fulmar_target";

/** A listener and the pools that it may choose from. Both may be replaced while it listens. */
export interface Listened {
  listener: BalancerListener;
  readonly poolOf: (poolId: string) => Pool | undefined;
}

/** Opens the port of a listener. @throws the error of `listen`, such as EADDRINUSE */
export async function openListener(listened: Listened, host: string): Promise<{ close(): Promise<void> }> {
  const { protocol, port } = listened.listener;
  const server = protocol === "tcp" ? tcpServer(listened) : httpServer(listened);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await once(server.listen({ host, port }), "listening");
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function tcpServer(listened: Listened): Server {
  // Half-open, because a client may end its side first and still read the answer.
  return createTcpServer({ allowHalfOpen: true }, (socket) => {
    const { defaultPoolId, idleTimeoutSeconds } = listened.listener;
    const pool = defaultPoolId === null ? undefined : listened.poolOf(defaultPoolId);
    const chosen = pool?.choose({ address: socket.remoteAddress ?? "", cookie: undefined });
    if (chosen === undefined) {
      socket.destroy();
      return;
    }
    const upstream = connect({ ...placeOf(chosen.target), allowHalfOpen: true });
    socket.setTimeout(idleTimeoutSeconds * 1000, () => socket.destroy());
    join(socket, upstream, chosen.end);
  });
}

function httpServer(listened: Listened): HttpServer {
  const server = createServer((incoming, outgoing) => {
    toOriginForm(incoming);
    const way = wayOf(listened, incoming);
    if (way.kind === "answer") return refuse(outgoing, way.status, way.headers);
    forward(incoming, outgoing, way, new Set());
  });
  server.on("connection", (socket) => socket.setTimeout(listened.listener.idleTimeoutSeconds * 1000));
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    toOriginForm(incoming);
    upgrade(listened, incoming, socket, head);
  });
  return server;
}

interface PoolWay {
  readonly kind: "pool";
  readonly pool: Pool;
  readonly client: Client;
}
type Way =
  | PoolWay
  | { readonly kind: "answer"; readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** Where a request goes, by the listener's rules. */
function wayOf({ listener, poolOf }: Listened, incoming: IncomingMessage): Way {
  const { host = "", cookie } = incoming.headers;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
  const asked = { transport: "tcp", port: listener.port, host, path: incoming.url ?? "/", headers } as const;
  const route = routeRequest([routing(listener)], asked);
  if (route.kind === "redirect") return { kind: "answer", status: route.status, headers: { location: route.location } };
  const pool = route.kind === "pool" ? poolOf(route.poolId) : undefined;
  if (pool === undefined) return { kind: "answer", status: 404, headers: {} };
  const [, value] = new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_-]+)`).exec(cookie ?? "") ?? [];
  return { kind: "pool", pool, client: { address: incoming.socket.remoteAddress ?? "", cookie: value } };
}

/** The listener as the contract's routing takes it. The rules of a document are in their order already. */
function routing({ protocol, port, defaultPoolId, rules }: BalancerListener) {
  return {
    ...{ protocol, port, default_pool_id: defaultPoolId },
    rules: rules.map(({ host, path, header, poolId, redirect }, priority) => ({
      ...{ priority, host, path, header, pool_id: poolId },
      redirect: redirect === null ? null : { https: redirect.url === null, url: redirect.url, status: redirect.status },
    })),
  };
}

/** Sends a request to a target of the pool, and to another one if the first cannot be connected to. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, way: PoolWay, tried: Set<string>): void {
  const chosen = way.pool.choose(way.client, tried);
  if (chosen === undefined) {
    refuse(outgoing, 503, {});
    return;
  }
  const { target, end } = chosen;
  const { method, url: path } = incoming;
  const upstream = request({ ...placeOf(target), method, path, headers: headersFor(incoming), agent: false });
  outgoing.on("close", () => {
    end();
    upstream.destroy();
  });
  let connected = false;
  const late = setTimeout(() => upstream.destroy(), CONNECT_MS);
  // The body waits for the connection, so that another target can still be tried.
  upstream.on("socket", (socket) =>
    socket.once("connect", () => {
      clearTimeout(late);
      connected = true;
      incoming.pipe(upstream);
    }),
  );
  upstream.on("response", (response) => answer(outgoing, response, way, target));
  upstream.on("error", () => {
    clearTimeout(late);
    end();
    if (outgoing.destroyed) return;
    if (outgoing.headersSent) outgoing.destroy();
    else if (connected) refuse(outgoing, 502, {});
    else forward(incoming, outgoing, way, tried.add(target.targetId));
  });
}

/** Passes on a target's answer, with the cookie that leads back to the target where the pool has one. */
function answer(outgoing: ServerResponse, response: IncomingMessage, way: PoolWay, target: BalancerTarget): void {
  const { pool, client } = way;
  const headers = withoutHops(response.rawHeaders);
  if (pool.configuration.stickySessions === "cookie" && client.cookie !== pool.cookieOf(target))
    headers.push("set-cookie", `${COOKIE}=${pool.cookieOf(target)}; Path=/; HttpOnly`);
  outgoing.writeHead(response.statusCode ?? 502, headers);
  pipeline(response, outgoing, () => undefined);
}

function upgrade(listened: Listened, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const way = wayOf(listened, incoming);
  const chosen = way.kind === "pool" ? way.pool.choose(way.client) : undefined;
  if (chosen === undefined) {
    socket.end("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n");
    return;
  }
  const upstream = connect(placeOf(chosen.target));
  const { connection = "", upgrade: protocol = "" } = incoming.headers;
  const headers = { ...headersFor(incoming), connection, upgrade: protocol };
  upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${linesOf(headers)}\r\n`);
  upstream.write(head);
  join(socket, upstream, chosen.end);
}

function join(one: Duplex, other: Socket, ended: () => void): void {
  let open = 2;
  const done = () => {
    open -= 1;
    if (open === 0) ended();
  };
  pipeline(one, other, done);
  pipeline(other, one, done);
}

function refuse(outgoing: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  outgoing.writeHead(status, { ...headers, "content-length": "0" }).end();
}

const placeOf = ({ address, port }: BalancerTarget) => ({ host: address ?? "", port });

/** The headers for the target: the client's, and who the client is. The client's own words on that are dropped. */
function headersFor(incoming: IncomingMessage): Record<string, string | string[]> {
  const { remoteAddress = "", localPort } = incoming.socket;
  const passed = Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined || HOP_BY_HOP.has(name) || name.startsWith("x-forwarded-") || name === "forwarded"
      ? []
      : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(passed),
    "x-forwarded-for": remoteAddress.replace(/^::ffff:/, ""),
    "x-forwarded-proto": "http",
    "x-forwarded-port": String(localPort),
    "x-forwarded-host": incoming.headers.host ?? "",
  };
}

/** Names and values in turn, as Node keeps them, so that repeated headers stay repeated. */
function withoutHops(raw: readonly string[]): string[] {
  return raw.filter((_, place) => !HOP_BY_HOP.has((raw[place - (place % 2)] ?? "").toLowerCase()));
}

function linesOf(headers: Readonly<Record<string, string | string[]>>): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => `${name}: ${each}\r\n`))
    .join("");
}
