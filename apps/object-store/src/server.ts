import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Configuration } from "@fulmar/config";
import { FileLedger, FileScrub } from "@fulmar/core/embedded-store";
import { BucketsOverS3, createCore } from "@fulmar/core/object-store";
import { endConnectionsAtClose, type Logger, serverOptions, takeEveryExpectation, trustedProxies } from "@fulmar/http";
import type { Database } from "@fulmar/prisma";
import { startServerSpan } from "@fulmar/tracing";
import { answerRequest } from "./answer-request.ts";
import { onClientError, onConnect } from "./connections.ts";
import { ObjectFiles } from "./files/object-files.ts";
import { requireOwnFolder } from "./files/own-folder.ts";
import { type ScrubLimits, scrubFiles } from "./files/scrub.ts";
import { type SweepLimits, sweep } from "./files/sweep.ts";
import { readinessOf } from "./health.ts";
import { applyLifecycle } from "./lifecycle/apply-lifecycle.ts";
import { RateLimits } from "./rate-limits.ts";
import { Store } from "./store.ts";

/** A connection without traffic for this long is closed, even in the middle of a body. */
const IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;

export interface ObjectStore {
  readonly server: Server;
  /** Applies lifecycle rules, and removes files that rows do not or no longer name. */
  sweep(limits?: SweepLimits): Promise<void>;
  /** Rereads the files where that is due (src/files/scrub.ts). */
  scrub(limits?: ScrubLimits): Promise<void>;
  /** Resolves when all requests in progress have been answered. */
  close(): Promise<void>;
}

/**
 * Builds the S3 endpoint over a folder and a database. The caller makes it listen.
 * @throws Error with a sentence for the operator if the database belongs to another folder
 */
export async function buildObjectStore(parts: {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** Aborted when this process is about to end. */
  readonly leaving: AbortSignal;
  readonly idleMs?: number;
  /** How often transfers are written. */
  readonly transfersMs?: number;
}): Promise<ObjectStore> {
  const { database, configuration, logger, leaving, idleMs = IDLE_MS, transfersMs } = parts;
  const folder = join(configuration.dataDir, "objects");
  const files = new ObjectFiles(folder);
  await files.prepare();
  await requireOwnFolder(database.sql, files, folder);
  const ledger = new FileLedger(database.sql);
  await files.followedSince(await ledger.history());
  const onError = (error: unknown) =>
    logger.error({ err: error }, "the last use of access keys or transfers could not be written");
  const { core, close: closeCore } = createCore({ database, configuration, logger });
  const buckets = new BucketsOverS3({ core, sql: database.sql });
  const store = new Store({
    ...{ database, files, secrets: configuration.secrets, buckets, onError },
    ...(transfersMs !== undefined && { transfersMs }),
  });
  const surroundings = {
    store,
    limits: new RateLimits(configuration),
    isTrusted: trustedProxies(configuration.trustedProxies),
    logger,
    consoleOrigin: new URL(configuration.publicConsoleUrl).origin,
    domains: configuration,
    leaving,
    ready: readinessOf({ sql: store.sql, logger, leaving }),
  };

  const handle = (message: IncomingMessage, response: ServerResponse, askForBody: () => void) => {
    const begun = performance.now();
    const requestId = randomUUID();
    response.setHeader("x-amz-request-id", requestId);
    const span = startServerSpan(message.method ?? "", message.headers.traceparent);
    response.once("close", () => {
      span?.end("s3", response.statusCode);
      const ms = Math.round((performance.now() - begun) * 10) / 10;
      logger.info(
        {
          request_id: requestId,
          method: message.method,
          status: response.statusCode,
          ms,
          whole: response.writableFinished,
        },
        "request",
      );
    });
    const answer = () =>
      answerRequest(surroundings, { message, response, requestId, askForBody }).catch((error: unknown) =>
        logger.error({ err: error, request_id: requestId }, "an answer could not be sent"),
      );
    void (span === undefined ? answer() : span.within(answer));
  };

  const server = createServer({ ...serverOptions, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS });
  server.timeout = idleMs;
  server.on("request", (message, response) => handle(message, response, () => undefined));
  server.on("checkContinue", (message, response) => handle(message, response, () => response.writeContinue()));
  takeEveryExpectation(server);
  const endConnections = endConnectionsAtClose(server, ["request", "checkContinue"]);
  server.on("clientError", onClientError);
  server.on("connect", onConnect);
  return {
    server,
    async sweep(limits) {
      await applyLifecycle(store);
      await sweep(files, ledger, limits);
    },
    scrub(limits) {
      const bytesPerSecond = configuration.objectScrubMegabytes * 1_000_000;
      return scrubFiles({ files, ledger, logger, leaving, bytesPerSecond, scrub: new FileScrub(store.sql) }, limits);
    },
    async close() {
      endConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([files.close(), store.keyUse.close(), store.transfers.close(), closeCore()]);
    },
  };
}
