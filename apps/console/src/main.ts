import { once } from "node:events";
import { createServer } from "node:http";
import { inheritedSocket, loadConfiguration } from "@fulmar/config";
import { createLogger, endConnectionsAtClose, runProgram, serverOptions } from "@fulmar/http";
import { startTracing } from "@fulmar/tracing";
import { requestRewriter } from "./entry/rewrite-request.ts";

const { headersTimeout, connectionsCheckingInterval, keepAliveTimeout } = serverOptions;
const environment: Record<string, string | undefined> = process.env;

// React and Next read this when they are loaded, which is later.
environment.NODE_ENV ??= "production";
const isDevelopment = environment.NODE_ENV === "development";

// The server is ours and not Next's: its socket may be systemd's, and it ends slow senders as the API does.
await runProgram(loadConfiguration, async (configuration, leaving) => {
  const { host, consolePort: port, drainMs } = configuration;
  const logger = createLogger({ app: "console", level: configuration.logLevel });
  // Next makes spans of its own as soon as a process traces.
  const tracing = await startTracing({ service: "fulmar-console", ...configuration.tracing, logger });
  const server = createServer({ headersTimeout, connectionsCheckingInterval, keepAliveTimeout });
  const endConnections = endConnectionsAtClose(server, ["request"]);
  const rewrite = requestRewriter(configuration);
  server.listen({ host, port, ...inheritedSocket() });
  await once(server, "listening");
  // The server listens before this is loaded, so the first requests wait and are not refused.
  const pages = import("./entry/pages.ts").then(({ openPages }) => openPages(configuration, isDevelopment, server));
  server.on("request", (request, response) => {
    if (leaving.aborted) response.setHeader("connection", "close");
    pages
      .then(({ handle }) => {
        rewrite(request);
        return handle(request, response);
      })
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
