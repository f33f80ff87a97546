import { once } from "node:events";
import { createServer } from "node:http";
import { serverOptions, takeEveryExpectation } from "./connections.ts";
import { kept } from "./kept.ts";
import { connectionRefusals } from "./refuse-connection.ts";

/** How long the text of the metrics is kept. Scraping more often does not reach the database more often. */
const KEPT_MS = 5_000;

/** The Prometheus metrics of a process. */
export interface MetricsSource {
  readonly contentType: string;
  /** Collects the metrics and returns their text. */
  text(): Promise<string>;
}

export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` on a listener of its own, which only the operator's network reaches. Metrics need no credentials
 * there, and the public listener has no such address.
 * @param port 0 lets the system choose one
 */
export async function listenForMetrics({
  source,
  host,
  port,
  logger,
  keptMs = KEPT_MS,
}: {
  readonly source: MetricsSource;
  readonly host: string;
  readonly port: number;
  readonly logger: { warn(context: object, message: string): void };
  readonly keptMs?: number;
}): Promise<MetricsListener> {
  const read = kept(() => source.text(), keptMs);
  const server = createServer(serverOptions, async (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is only /metrics here.\n");
      return;
    }
    try {
      const text = await read();
      response.writeHead(200, { "content-type": source.contentType, "cache-control": "no-store" }).end(text);
    } catch (cause) {
      logger.warn({ err: cause }, "the metrics could not be collected");
      response.writeHead(500, { "content-type": "text/plain" }).end("The metrics could not be collected.\n");
    }
  });
  const { onClientError, onConnect } = connectionRefusals((fault) => ({
    status: 400,
    headers: {},
    body: `${fault}\n`,
  }));
  server.on("clientError", onClientError);
  server.on("connect", onConnect);
  takeEveryExpectation(server);
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the metrics have no port");
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
