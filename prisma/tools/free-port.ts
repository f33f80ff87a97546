import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ephemeral ports, one of which an outgoing connection could take before the server listens. */
const PORTS = { from: 20_000, count: 12_000 };

const given = new Set<number>();

/** A port of 127.0.0.1 that is free now and that this process has not been given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + randomInt(PORTS.count);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
