/**
 * Loaded before Next (scripts/programs.mjs). Next hides the socket of a request and believes the X-Forwarded-For that comes in: so before
 * anything reads a request, the header is made to say one address, which is where the request really comes from (docs/adr/0025).
 */
import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { loadConfiguration } from "@fulmar/config";
import { sourceAddress, trustedProxies } from "./source-address.ts";

const HEADER = "x-forwarded-for";
const isTrusted = trustedProxies(loadConfiguration().trustedProxies);

subscribe("http.server.request.start", (message) => {
  const request = requestOf(message);
  const source = sourceAddress(request.socket.remoteAddress, request.headersDistinct[HEADER]?.join(","), isTrusted);
  if (source === undefined) delete request.headers[HEADER];
  else request.headers[HEADER] = source;
});

function requestOf(message: unknown): IncomingMessage {
  if (typeof message === "object" && message !== null && "request" in message && message.request instanceof IncomingMessage) return message.request;
  throw new Error("this Node does not say which request has come in");
}
