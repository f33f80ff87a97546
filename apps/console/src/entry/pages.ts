import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Configuration } from "@fulmar/config";
// Loads the packages of src/server/domain.ts with the process, and not by the first request.
import "@fulmar/core/identity";
import "@fulmar/trpc";
import next from "next";
import { setDocumentationFolder } from "../docs/documentation-folder.ts";
import { staticFiles } from "./static-files.ts";

const FOLDER = join(import.meta.dirname, "../..");

interface Pages {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Closes the database of the pages. */
  close(): Promise<void>;
}

/**
 * Lets Next answer requests.
 * @param dev compiles pages when they are viewed
 * @param server where Next may listen for upgrades in development, to notify browsers of changed sources. The console has
 * no other WebSockets: a server without a listener for upgrades answers them as normal requests, so in production Next
 * gets one that never listens.
 */
export async function openPages({ host, consolePort }: Configuration, dev: boolean, server: Server): Promise<Pages> {
  setDocumentationFolder(join(FOLDER, "../../packages/docs/dist"));
  const pages = next({
    ...{ dev, dir: FOLDER, hostname: host, port: consolePort },
    httpServer: dev ? server : createServer(),
  });
  await pages.prepare();
  const handle = pages.getRequestHandler();
  const answeredFromMemory = dev ? undefined : staticFiles(join(FOLDER, ".next"));
  return {
    async handle(request, response) {
      if (!(await answeredFromMemory?.(request, response))) await handle(request, response);
    },
    async close() {
      await pages.close();
      await globalThis.fulmarConsole?.database.close();
      // Next watches its sources until the process ends.
      if (dev) process.exit();
    },
  };
}
