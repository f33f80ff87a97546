import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type MetadataDoor, type MetadataRefusal, RateLimiter, SiteFenced } from "@fulmar/core/worker";
import type { Logger } from "@fulmar/engine";
import { connectionRefusals, takeEveryExpectation } from "@fulmar/http";
import { type MetadataListener, type MetadataMachine, type MetadataPort, ProviderError } from "@fulmar/providers";
import { isLedHere, pathOf } from "./request-checks.ts";

/** A machine asks for some hundred bytes. */
const LARGEST_HEADER_BYTES = 8_192;
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
const IDLE_MS = 5_000;
const MOST_CONNECTIONS = 4_096;
/** So one machine leaves connections to the others. */
const MOST_OF_ONE = 32;
const SITE_ANSWERS_WITHIN_MS = 10_000;

/** A boot asks for some fifty documents at once. */
const RATE = { perSecond: 20, burst: 200 } as const;

const TOKEN = "x-aws-ec2-metadata-token";
const TTL = "x-aws-ec2-metadata-token-ttl-seconds";

const serverOptions: ServerOptions = {
  maxHeaderSize: LARGEST_HEADER_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: IDLE_MS,
  connectionsCheckingInterval: 1_000,
  joinDuplicateHeaders: true,
  requireHostHeader: false,
};

/** A site whose machines are served. */
export interface ServedSite {
  readonly door: Pick<MetadataDoor, "machine" | "read" | "token">;
  /** The way of the site. @throws SiteFenced while the site may not be changed */
  readonly site: () => Promise<Pick<MetadataPort, "machineAt">>;
}

interface Parts {
  /** Sites may be added while it serves. */
  readonly sites: readonly ServedSite[];
  readonly listener: MetadataListener;
  readonly port: number;
  readonly logger: Logger;
  readonly rate?: { readonly perSecond: number; readonly burst: number };
}

export interface MetadataServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A short answer: metadata is asked for by programs. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const REFUSALS: Readonly<Record<MetadataRefusal, readonly [status: number, message: string]>> = {
  not_found: [404, "Not found."],
  token_missing: [401, `Fetch a token by PUT /latest/api/token, and send it as ${TOKEN}.`],
  token_wrong: [401, "The token is wrong or has ended: fetch another by PUT /latest/api/token."],
  audience_missing: [400, "Name the service as ?audience=…, 1 to 255 visible ASCII characters."],
  ttl_wrong: [400, `Send ${TTL}: 1 to 21600.`],
};

/**
 * Serves machines their metadata over HTTP (docs/adr/0146). The machine is the one that a site knows at the address of
 * the connection, and no other site does. A request that passed through a proxy, or that names another host, was led
 * here by somebody else and is refused. Every machine has a rate of its own.
 * @throws Error when it cannot listen
 */
export async function listenForMachines(parts: Parts): Promise<MetadataServer> {
  const { listener, logger } = parts;
  const rates = new RateLimiter(parts.rate ?? RATE);
  const server = createServer(serverOptions, (request, response) => {
    answer(parts, rates, request)
      .catch((error: unknown) => toRefusal(error, logger))
      .then((given) => send(request, response, given))
      .catch((error: unknown) => logger.error({ err: error }, "a machine got no answer"));
  });
  server.maxConnections = MOST_CONNECTIONS;
  limitEach(server);
  const { onClientError, onConnect } = connectionRefusals((fault) => ({
    status: 400,
    headers: {},
    body: `${fault}\n`,
  }));
  server.on("clientError", onClientError);
  server.on("connect", onConnect);
  takeEveryExpectation(server);
  server.listen(parts.port, listener.host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the metadata server has no port");
  return {
    port: address.port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Ends connections of an address that has many. */
function limitEach(server: Server): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (open.get(address) ?? 0) + 1;
    if (count > MOST_OF_ONE) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

interface Given {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function answer(
  { sites, listener }: Parts,
  rates: RateLimiter,
  { method, url, headers, socket }: IncomingMessage,
): Promise<Given> {
  const address = socket.remoteAddress ?? "";
  // One rate for whatever comes from an address, before the site is asked who has it.
  if (!rates.take(address).allowed) throw new Refusal(429, "Too many requests; wait a second.", { "retry-after": "1" });
  const led = isLedHere(headers, listener.names);
  if (led !== null) throw new Refusal(403, led);
  const asked = pathOf(url ?? "");
  if (asked === null) throw new Refusal(400, "The path is malformed or too long.");
  const { door, seen } = await askedBy(sites, address);
  const machine = await door.machine(seen);
  if (machine === null) throw new Refusal(...REFUSALS.not_found);
  if (asked.path.join("/") === "latest/api/token") {
    if (method !== "PUT") throw new Refusal(405, "Send PUT.", { allow: "PUT" });
    const issued = door.token(machine, textOf(headers[TTL]));
    if (issued === "ttl_wrong") throw new Refusal(...REFUSALS.ttl_wrong);
    return { status: 200, headers: { "content-type": "text/plain", [TTL]: issued.ttl }, text: issued.token };
  }
  if (method !== "GET" && method !== "HEAD") throw new Refusal(405, "Send GET.", { allow: "GET, HEAD" });
  const read = door.read(machine, { ...asked, token: textOf(headers[TOKEN]) });
  if (typeof read === "string") throw new Refusal(...REFUSALS[read]);
  return { status: 200, headers: { "content-type": read.type }, text: read.text };
}

/**
 * The machine at an address, and the door of its site. Sites that do not answer keep nothing from other machines.
 * @throws Refusal where none or several have it, or what a site threw that may have it
 */
async function askedBy(
  sites: readonly ServedSite[],
  address: string,
): Promise<Pick<ServedSite, "door"> & { readonly seen: MetadataMachine }> {
  const asked = await Promise.allSettled(
    sites.map(async ({ door, site }) => {
      const port = await site();
      return { door, seen: await port.machineAt(address, AbortSignal.timeout(SITE_ANSWERS_WITHIN_MS)) };
    }),
  );
  const found = asked.flatMap((each) =>
    each.status === "fulfilled" && each.value.seen !== null ? [{ door: each.value.door, seen: each.value.seen }] : [],
  );
  const [one, another] = found;
  if (one !== undefined && another === undefined) return one;
  const failed = asked.find((each) => each.status === "rejected");
  if (one === undefined && failed !== undefined) throw failed.reason;
  throw new Refusal(...REFUSALS.not_found);
}

function toRefusal(error: unknown, logger: Logger): Given {
  if (error instanceof Refusal)
    return {
      status: error.status,
      headers: { "content-type": "text/plain", ...error.headers },
      text: `${error.message}\n`,
    };
  const isExpected = error instanceof SiteFenced || error instanceof ProviderError;
  if (!isExpected) logger.error({ err: error }, "metadata of a machine could not be read");
  const headers = { "content-type": "text/plain", "retry-after": "2" };
  return { status: 503, headers, text: "Unavailable; try again in a moment.\n" };
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, text }: Given): void {
  // A body that comes with the request is not read: the connection ends instead.
  const end = response.req.headers["content-length"] ?? response.req.headers["transfer-encoding"];
  response.writeHead(status, {
    ...headers,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
    "x-content-type-options": "nosniff",
    ...(end !== undefined && end !== "0" && { connection: "close" }),
  });
  response.end(method === "HEAD" ? undefined : text);
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
