/**
 * Loaded before Next (scripts/programs.mjs). Next hides a request's socket and trusts the incoming X-Forwarded-For and
 * X-Forwarded-Host. Therefore this module rewrites the headers, before anything reads the request: X-Forwarded-For to the
 * single address that the request really comes from (docs/adr/0025), and Host to the host that the client named, which
 * must be the console's (docs/adr/0032). Next also answers 500 for unreadable addresses and for the method TRACE, keeps
 * connections with a WebSocket upgrade open for good, and waits more than a minute for headers. This module prevents
 * all of these.
 */
import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, Server } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { loadConfiguration } from "@fulmar/config";
import { configurationOrExit, createLogger, serverOptions, sourceAddress, trustedProxies } from "@fulmar/http";
import { startTracing } from "@fulmar/tracing";
// What src/server/domain.ts needs is loaded with the process, and not by the first request. `npm run dev` watches it.
import "@fulmar/core/identity";
import "@fulmar/trpc";
import { setDocumentationFolder } from "../docs/documentation-folder.ts";
import { FOREIGN_HOST, FORWARDED_HOST, namedHost, ownHost } from "./own-host.ts";
import { NOWHERE, readableAddress } from "./readable-address.ts";

setDocumentationFolder(join(import.meta.dirname, "../../../../packages/docs/dist"));

const HEADER = "x-forwarded-for";
const isDevelopment = process.env.NODE_ENV === "development";
const configuration = configurationOrExit(loadConfiguration);
const isTrusted = trustedProxies(configuration.trustedProxies);
const isOwnHost = ownHost(configuration);

// Next makes spans of its own as soon as a process traces.
const logger = createLogger({ app: "console", level: configuration.logLevel });
const tracing = await startTracing({ service: "fulmar-console", ...configuration.tracing, logger });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void tracing.end());

subscribe("http.server.request.start", (message) => {
  const request = requestOf(message);
  const peer = request.socket.remoteAddress;
  const source = sourceAddress(peer, request.headersDistinct[HEADER]?.join(","), isTrusted);
  if (source === undefined) delete request.headers[HEADER];
  else request.headers[HEADER] = source;
  request.url = request.method === "TRACE" ? NOWHERE : readableAddress(request.url ?? "");
  // The fetch standard, which Next uses to read requests, forbids this method.
  if (request.method === "TRACE") request.method = "GET";
  const nearest = sourceAddress(peer, undefined, isTrusted);
  const host = namedHost(request.headersDistinct, nearest !== undefined && isTrusted(nearest));
  delete request.headers[FORWARDED_HOST];
  if (isOwnHost(host)) request.headers.host = host;
  else {
    request.url = FOREIGN_HOST;
    if (request.method !== "HEAD") request.method = "GET";
  }
});

// Next creates its server itself. The console has no WebSockets except that of `next dev`, which notifies browsers of
// changed sources. Without an upgrade listener, Node handles an upgrade request as a normal one.
subscribe("net.server.socket", (message) => {
  const socket = typeof message === "object" && message !== null && "socket" in message ? message.socket : undefined;
  if (!(socket instanceof Socket && "server" in socket && socket.server instanceof Server)) return;
  if (!isDevelopment) socket.server.removeAllListeners("upgrade");
  // As for the API: slow senders must not hold connections open. Node checks twice a minute.
  socket.server.headersTimeout = serverOptions.headersTimeout;
});

function requestOf(message: unknown): IncomingMessage {
  if (
    typeof message === "object" &&
    message !== null &&
    "request" in message &&
    message.request instanceof IncomingMessage
  )
    return message.request;
  throw new Error("this Node does not say which request has come in");
}
