import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ErrorBody } from "@fulmar/contract";
import { DomainError } from "@fulmar/core";
import { type ConnectionFault, connectionRefusals, hostFault, serverOptions } from "@fulmar/http";
import { asksForTerminal } from "./terminal/terminal-server.ts";

/** Answers are data for programs, so they must not be executed, framed or cached. */
export const SECURITY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** How long a whole request may take to arrive. */
const REQUEST_TIMEOUT_MS = 60_000;
/**
 * A connection without traffic for this long is closed, even during an answer that the client does not read. An answer
 * takes a minute at most.
 */
const IDLE_MS = 120_000;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

const REFUSALS: Readonly<Record<ConnectionFault, Refusal>> = {
  malformed: {
    status: 400,
    code: "invalid_request",
    detail: "The request is not valid HTTP/1.1; check its headers and how the length of its body is given.",
  },
  tunnel: {
    status: 400,
    code: "invalid_request",
    detail: "This server is not a proxy and does not take CONNECT; send requests to it, not through it.",
  },
  headers_too_large: {
    status: 431,
    code: "headers_too_large",
    detail: "The URL and the headers together are larger than 16 KiB; send less.",
  },
  timeout: {
    status: 408,
    code: "request_timeout",
    detail: "The request did not arrive in time; send it again.",
  },
};

/** Refuses invalid requests with the standard error body. */
const { onClientError, onConnect } = connectionRefusals((fault) => {
  const { status, code, detail } = REFUSALS[fault];
  const requestId = randomUUID();
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "x-request-id": requestId, ...SECURITY_HEADERS },
    body: JSON.stringify({ detail, code, request_id: requestId } satisfies ErrorBody),
  };
});

export { onConnect };

/** Fastify's options for connections. */
export const connectionOptions = {
  // Any other request to upgrade is answered as if it did not ask (RFC 9110, 7.8).
  http: { ...serverOptions, requestTimeout: REQUEST_TIMEOUT_MS, shouldUpgradeCallback: asksForTerminal },
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: IDLE_MS,
  clientErrorHandler: onClientError,
};

/** @throws DomainError 400 unless the request has exactly one Host header */
export function requireOneHost(request: IncomingMessage): void {
  const fault = hostFault(request);
  if (fault === "missing") throw new DomainError("invalid_request", "Send the header Host, which HTTP/1.1 requires.");
  if (fault === "repeated") throw new DomainError("invalid_request", "Send the header Host once.");
}
