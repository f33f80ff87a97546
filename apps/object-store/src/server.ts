import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Configuration } from "@fulmar/config";
import { FileLedger } from "@fulmar/core/object-store";
import type { Database } from "@fulmar/prisma";
import type { Logger } from "pino";
import { carryOut } from "./carry-out.ts";
import { answerCors } from "./cors.ts";
import { ObjectFiles } from "./files/object-files.ts";
import { type SweepLimits, sweep } from "./files/sweep.ts";
import { answerHealth } from "./health.ts";
import { readRequest } from "./protocol/s3-request.ts";
import { sendAnswer, sendError, toS3Error } from "./respond.ts";
import { Store } from "./store.ts";

const HEADERS_TIMEOUT_MS = 15_000;
/** A connection on which nothing moves for so long is closed, also in the middle of a body. */
const IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;

export interface ObjectStore {
  readonly server: Server;
  /** Takes off the disk what no row names (any more). */
  sweep(limits?: SweepLimits): Promise<void>;
  /** Ends when every request that has begun is answered. */
  close(): Promise<void>;
}

/** Builds the S3 endpoint over a folder and a database. It does not listen yet. */
export async function buildObjectStore(parts: {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** Aborted when this process is about to end. */
  readonly leaving: AbortSignal;
  readonly idleMs?: number;
}): Promise<ObjectStore> {
  const { database, configuration, logger, leaving, idleMs = IDLE_MS } = parts;
  const files = new ObjectFiles(join(configuration.dataDir, "objects"));
  await files.prepare();
  const onError = (error: unknown) => logger.error({ err: error }, "the last use of access keys could not be written");
  const store = new Store({ database, files, secret: configuration.secret, onError });
  const origin = new URL(configuration.publicConsoleUrl).origin;

  const handle = (message: IncomingMessage, response: ServerResponse, askForBody: () => void) => {
    const begun = performance.now();
    const requestId = randomUUID();
    response.setHeader("x-amz-request-id", requestId);
    response.once("close", () => {
      // What has ended while the process ends is not kept alive for another request.
      if (leaving.aborted) setImmediate(() => server.closeIdleConnections());
      const ms = Math.round((performance.now() - begun) * 10) / 10;
      logger.info({ request_id: requestId, method: message.method, status: response.statusCode, ms, whole: response.writableFinished }, "request");
    });
    const answered = answer(message, response, askForBody, requestId);
    answered.catch((error: unknown) => logger.error({ err: error, request_id: requestId }, "an answer could not be sent"));
  };

  async function answer(message: IncomingMessage, response: ServerResponse, askForBody: () => void, requestId: string): Promise<void> {
    try {
      if (answerCors(message, response, origin) || (await answerHealth(message, response, store.sql, leaving))) return;
      const answered = await carryOut(store, readRequest(message, askForBody));
      if (leaving.aborted) response.setHeader("connection", "close");
      await sendAnswer(store, message, response, answered);
    } catch (error) {
      // Who has gone hears nothing any more; what has begun to be answered cannot be taken back, so the connection is cut.
      if (message.destroyed && !message.complete) return;
      const refusal = toS3Error(error);
      const gone = response.headersSent || response.destroyed;
      const isFault = refusal.code === "InternalError" || refusal.code === "ServiceUnavailable";
      if (isFault && !(gone && isGone(error))) logger.error({ err: refusal.cause ?? error, request_id: requestId }, refusal.message);
      if (gone) response.destroy();
      else sendError(message, response, refusal, requestId);
    }
  }

  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS, joinDuplicateHeaders: true });
  server.timeout = idleMs;
  server.on("request", (message, response) => handle(message, response, () => undefined));
  server.on("checkContinue", (message, response) => handle(message, response, () => response.writeContinue()));
  const ledger = new FileLedger(store.sql);
  return {
    server,
    sweep: (limits) => sweep(files, ledger, limits),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
      await store.keyUse.close();
    },
  };
}

/** Whether a client has closed its connection, which is no fault. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes(String(error.code));
}
