import "server-only";
import type { Configuration } from "@fulmar/config";
import type { Identity } from "@fulmar/core/identity";
import type { Logger } from "@fulmar/http";
import type { Database } from "@fulmar/prisma";
import type { AppRouter } from "@fulmar/trpc";
import { createCore, createIdentity, createLogger, createRouter, loadConfiguration, openDatabase } from "./domain.ts";

interface Services {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly identity: Identity;
  readonly router: AppRouter;
  readonly logger: Logger;
}

declare global {
  // Next loads this module once per bundle, but the process needs a single connection pool.
  var fulmarConsole: Services | undefined;
}

/**
 * The services of the console's server. They are created on the first request, so that building the console needs
 * neither database nor configuration.
 */
export function services(): Services {
  globalThis.fulmarConsole ??= open();
  return globalThis.fulmarConsole;
}

function open(): Services {
  const configuration = loadConfiguration();
  const logger = createLogger({ app: "console", level: configuration.logLevel });
  const database = openDatabase(configuration.databaseUrl, { program: "console", ...configuration.connecting });
  const { core } = createCore({ database, configuration, logger });
  const identity = createIdentity(database, configuration);
  const router = createRouter({
    core,
    database,
    logger,
    draining: whenDraining(),
  });
  return { configuration, database, identity, router, logger };
}

/**
 * Aborted by the signal that ends the process. Next waits for all open answers, and streams never end on their own.
 * `runProgram` of packages/http cannot do this: it ends a server of ours, but Next creates, drains and closes its own.
 */
function whenDraining(): AbortSignal {
  const draining = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => draining.abort());
  return draining.signal;
}

/** The origin of the API's WebSockets, such as `wss://api.example.com`. */
export function terminalOrigin(): string {
  return new URL(services().configuration.publicApiUrl.replace(/^http/, "ws")).origin;
}
