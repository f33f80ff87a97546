import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { inheritedSocket, loadConfiguration } from "@fulmar/config";
import { isDevelopment } from "./entry/mode.ts";
// What src/server/domain.ts needs is loaded with the process, and not by the first request.
import "@fulmar/core/identity";
import { createLogger, endConnectionsAtClose, runProgram, serverOptions } from "@fulmar/http";
import { startTracing } from "@fulmar/tracing";
import "@fulmar/trpc";
import next from "next";
import { setDocumentationFolder } from "./docs/documentation-folder.ts";
import { requestRewriter } from "./entry/rewrite-request.ts";

const FOLDER = join(import.meta.dirname, "..");
const { headersTimeout, connectionsCheckingInterval } = serverOptions;

setDocumentationFolder(join(FOLDER, "../../packages/docs/dist"));

// Next decides nothing about connections: the socket may be systemd's, and slow senders are ended as at the API.
await runProgram(loadConfiguration, async (configuration) => {
  const { host, consolePort: port, drainMs } = configuration;
  const logger = createLogger({ app: "console", level: configuration.logLevel });
  // Next makes spans of its own as soon as a process traces.
  const tracing = await startTracing({ service: "fulmar-console", ...configuration.tracing, logger });
  const server = createServer({ headersTimeout, connectionsCheckingInterval });
  const endConnections = endConnectionsAtClose(server, ["request"]);
  // The console has no WebSockets except that of development, which notifies browsers of changed sources. A server
  // without a listener for upgrades answers them as normal requests, and Next would add one to the server that it knows.
  const pages = next({
    ...{ dev: isDevelopment, dir: FOLDER, hostname: host, port },
    httpServer: isDevelopment ? server : createServer(),
  });
  await pages.prepare();
  const rewrite = requestRewriter(configuration);
  const handle = pages.getRequestHandler();
  server.on("request", (request, response) => {
    rewrite(request);
    handle(request, response).catch((error: unknown) => {
      logger.error({ err: error }, "a request could not be handled");
      response.destroy();
    });
  });
  server.listen({ host, port, ...inheritedSocket() });
  await once(server, "listening");
  logger.info({ port }, "the console listens");
  return {
    drainMs,
    // Accepts no new connections, answers all requests in flight, then closes the database.
    async stop() {
      endConnections();
      const closed = once(server, "close");
      server.close();
      await closed;
      await pages.close();
      await globalThis.fulmarConsole?.database.close();
      await tracing.end();
      // Next watches its sources until the process ends.
      if (isDevelopment) process.exit();
    },
  };
});
