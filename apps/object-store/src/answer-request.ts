import type { IncomingMessage, ServerResponse } from "node:http";
import { inTurn, type Logger, sourceAddress, toOriginForm } from "@fulmar/http";
import { carryOut } from "./carry-out.ts";
import { requireOneHost } from "./connections.ts";
import { answerBucketCors, answerConsoleCors } from "./cors.ts";
import { answerHealth, type Ready } from "./health.ts";
import { type BucketDomains, placeOfHost } from "./protocol/addressing.ts";
import { readRequest } from "./protocol/s3-request.ts";
import type { RateLimits } from "./rate-limits.ts";
import { sendAnswer, sendError, toS3Error } from "./respond.ts";
import type { Store } from "./store.ts";
import { answerWebsite } from "./website/answer-website.ts";

/** The dependencies of all requests of one server. */
export interface Surroundings {
  readonly store: Store;
  readonly limits: RateLimits;
  /** Whether an address is one of a proxy whose X-Forwarded-For is trusted. */
  readonly isTrusted: (address: string) => boolean;
  readonly logger: Logger;
  /** The origin of the console, whose pages access buckets. */
  readonly consoleOrigin: string;
  readonly domains: BucketDomains;
  /** Aborted when this process is about to end. */
  readonly leaving: AbortSignal;
  readonly ready: Ready;
}

/** One request and its response. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Tells a client that waits ("Expect: 100-continue") to send its body. */
  readonly askForBody: () => void;
}

/** Answers one request or refuses it. It rejects only when even the refusal cannot be sent. */
export async function answerRequest(
  { store, limits, isTrusted, logger, consoleOrigin, domains, leaving, ready }: Surroundings,
  exchange: Exchange,
): Promise<void> {
  const { message, response, requestId, askForBody } = exchange;
  try {
    await inTurn(message, response);
    requireOneHost(message);
    toOriginForm(message);
    if (answerConsoleCors(message, response, consoleOrigin)) return;
    const isOfStore = placeOfHost(message.headers.host, domains).kind === "path";
    if (isOfStore && (await answerHealth(message, response, ready))) return;
    const forwardedFor = message.headersDistinct["x-forwarded-for"]?.join(",");
    const sourceIp = sourceAddress(message.socket.remoteAddress, forwardedFor, isTrusted);
    const isSecure = isTrusted(message.socket.remoteAddress ?? "") && message.headers["x-forwarded-proto"] === "https";
    const from = { requestId, sourceIp, isSecure };
    const request = readRequest(message, domains, askForBody);
    const isOfConsole = message.headers.origin === consoleOrigin;
    const crosses = message.method === "OPTIONS" || (message.headers.origin !== undefined && !isOfConsole);
    if (crosses && (await answerBucketCors(store, request, response, () => limits.takeUnsigned(sourceIp)))) return;
    const isWebsite = request.addressing === "website";
    if (isWebsite) limits.takeUnsigned(sourceIp);
    const answer = isWebsite
      ? await answerWebsite(store, request, from)
      : await carryOut({ store, limits }, request, from);
    if (leaving.aborted) response.setHeader("connection", "close");
    await sendAnswer(store, message, response, answer);
  } catch (error) {
    // A client that disconnected during its request gets no answer.
    if (message.destroyed && !message.complete) return;
    const refusal = toS3Error(error);
    if (refusal.code === "SlowDown") await limits.holdRefusal(leaving);
    const tooLate = response.headersSent || response.destroyed;
    const isFault = refusal.code === "InternalError" || refusal.code === "ServiceUnavailable";
    if (isFault && !(tooLate && isDisconnection(error)))
      logger.error({ err: refusal.cause ?? error, request_id: requestId }, refusal.message);
    // A started answer cannot be retracted. Closing the connection tells the client that it is incomplete.
    if (tooLate) response.destroy();
    else sendError(message, response, refusal, requestId);
  }
}

/** A client that closes its connection is not an error. */
function isDisconnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE"].includes(String(error.code))
  );
}
