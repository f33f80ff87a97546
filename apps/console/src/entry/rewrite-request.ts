import type { IncomingMessage } from "node:http";
import type { Configuration } from "@fulmar/config";
import { sourceAddress, toOriginForm, trustedProxies } from "@fulmar/http";
import { FOREIGN_HOST, FORWARDED_HOST, namedHost, ownHost } from "./own-host.ts";
import { NOWHERE, readableAddress } from "./readable-address.ts";

const FORWARDED_FOR = "x-forwarded-for";

/**
 * Rewrites requests before Next reads them. Next hides a request's socket, and trusts the incoming X-Forwarded-For and
 * X-Forwarded-Host: so X-Forwarded-For becomes the single address that the request really comes from (docs/adr/0025),
 * and Host the host that the client named, which must be the console's (docs/adr/0032). Next also answers 500 for
 * unreadable addresses and for the method TRACE.
 */
export function requestRewriter(configuration: Configuration): (request: IncomingMessage) => void {
  const isTrusted = trustedProxies(configuration.trustedProxies);
  const isOwnHost = ownHost(configuration);
  return (request) => {
    toOriginForm(request);
    const peer = request.socket.remoteAddress;
    const source = sourceAddress(peer, request.headersDistinct[FORWARDED_FOR]?.join(","), isTrusted);
    if (source === undefined) delete request.headers[FORWARDED_FOR];
    else request.headers[FORWARDED_FOR] = source;
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
  };
}
