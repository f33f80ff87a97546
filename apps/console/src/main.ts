import { once } from "node:events";
import { createServer } from "node:http";
import { inheritedSocket, loadConfiguration } from "@fulmar/config";
import { createLogger, endConnectionsAtClose, runProgram, serverOptions } from "@fulmar/http";
import { startTracing } from "@fulmar/tracing";
import { isDevelopment } from "./entry/mode.ts";
import { requestRewriter } from "./entry/rewrite-request.ts";

const { headersTimeout, connectionsCheckingInterval } = serverOptions;

// Next decides nothing about connections: the socket may be systemd's, and slow senders are ended as at the API.
await runProgram(loadConfiguration, async (configuration, leaving) => {
  const { host, consolePort: port, drainMs } = configuration;
  const logger = createLogger({ app: "console", level: configuration.logLevel });
  // Next makes spans of its own as soon as a process traces.
  const tracing = await startTracing({ service: "fulmar-console", ...configuration.tracing, logger });
  const server = createServer({ headersTimeout, connectionsCheckingInterval });
  const endConnections = endConnectionsAtClose(server, ["request"]);
  const rewrite = requestRewriter(configuration);
  server.listen({ host, port, ...inheritedSocket() });
  await once(server, "listening");
  // Loaded while the first requests wait, and not while they are refused.
  const pages = import("./entry/pages.ts").then(({ openPages }) => openPages(configuration, isDevelopment, server));
  server.on("request", (request, response) => {
    rewrite(request);
    if (leaving.aborted) response.setHeader("connection", "close");
    pages
      .then(({ handle }) => handle(request, response))
      .catch((error: unknown) => {
        logger.error({ err: error }, "a request could not be handled");
        response.destroy();
      });
  });
  const { close } = await pages;
  logger.info({ port }, "the console is ready");
  return {
    drainMs,
    // Accepts no new connections, answers all requests in flight, then closes the database.
    async stop() {
      endConnections();
      const closed = once(server, "close");
      server.close();
      await closed;
      await close();
      await tracing.end();
    },
  };
});
