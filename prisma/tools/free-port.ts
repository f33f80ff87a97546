import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Below the ephemeral ports, one of which an outgoing connection could take before the server listens. */
const PORTS = { from: 20_000, count: 12_000 };

/** The ports that this process has been given, and what keeps other processes from being given them. */
const given = new Map<number, Server>();

/**
 * A port of 127.0.0.1 that is free now and that neither this process nor, on Linux, another one that runs has been
 * given before.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + randomInt(PORTS.count);
    if (given.has(port)) continue;
    const mark = createServer();
    given.set(port, mark);
    if ((await isMarked(mark, port)) && (await isFree(port))) return port;
    given.delete(port);
    mark.close();
  }
}

/** Takes a name for the port that ends with this process: that of a socket without a file, which only Linux has. */
function isMarked(mark: Server, port: number): Promise<boolean> {
  return process.platform === "linux" ? listens(mark.unref(), `\0fulmar-port-${port}`) : Promise.resolve(true);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await listens(server, { port, host: "127.0.0.1" });
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}

/** Whether nobody else listens there. */
function listens(server: Server, place: string | { readonly port: number; readonly host: string }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(place, () => resolve(true));
  });
}
