/**
 * Loaded before Next (scripts/programs.mjs). Next hides the socket of a request and believes the X-Forwarded-For that
 * comes in: so before anything reads a request, the header is made to say one address, which is where the request
 * really comes from (docs/adr/0025). And Next answers an address that cannot be read and the method TRACE with 500,
 * keeps a connection that asks to be a WebSocket open for good, and waits a minute and more for headers: none of that
 * gets to it.
 */
import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, Server } from "node:http";
import { Socket } from "node:net";
import { loadConfiguration } from "@fulmar/config";
import { NOWHERE, readableAddress } from "./readable-address.ts";
import { sourceAddress, trustedProxies } from "./source-address.ts";

const HEADER = "x-forwarded-for";
/** As the API's: who sends a byte now and then must not hold connections for ever. Node looks twice a minute. */
const HEADERS_TIMEOUT_MS = 15_000;
const isDevelopment = process.env.NODE_ENV === "development";
const isTrusted = trustedProxies(loadConfiguration().trustedProxies);

subscribe("http.server.request.start", (message) => {
  const request = requestOf(message);
  const source = sourceAddress(request.socket.remoteAddress, request.headersDistinct[HEADER]?.join(","), isTrusted);
  if (source === undefined) delete request.headers[HEADER];
  else request.headers[HEADER] = source;
  request.url = request.method === "TRACE" ? NOWHERE : readableAddress(request.url ?? "");
  // The fetch standard, by which Next reads requests, forbids it.
  if (request.method === "TRACE") request.method = "GET";
});

// Next makes its server itself. The console has no WebSockets, but that of `next dev`, which tells browsers of changed
// sources: without a listener for them, Node takes a request to become one for any other.
subscribe("net.server.socket", (message) => {
  const socket = typeof message === "object" && message !== null && "socket" in message ? message.socket : undefined;
  if (!(socket instanceof Socket && "server" in socket && socket.server instanceof Server)) return;
  if (!isDevelopment) socket.server.removeAllListeners("upgrade");
  socket.server.headersTimeout = HEADERS_TIMEOUT_MS;
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
