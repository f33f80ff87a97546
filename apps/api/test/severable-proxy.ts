import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A way to the database that can be cut, as by a restart or a network that fails. */
export interface SeverableProxy {
  /** The database's URL by this way. */
  readonly url: string;
  /** How many pieces of data have gone to the database: about one per statement. */
  readonly passed: () => number;
  /** Ends every connection, and refuses new ones until `restore`. */
  sever(): Promise<void>;
  restore(): Promise<void>;
}

export async function openSeverableProxy(databaseUrl: string): Promise<SeverableProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let passed = 0;
  const open = async (port: number) => {
    const server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      client.on("data", () => passed++);
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(socket);
        socket.pipe(other);
        // Either side's failure is what this is for: it ends the other.
        socket.on("error", () => other.destroy());
        socket.on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    await listen(server, port);
    return server;
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    passed: () => passed,
    async sever() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore() {
      server = await open(port);
    },
  };
}

/**
 * While the way was cut, a connection of another test may have been given its port for the moment: then it is waited
 * for.
 */
async function listen(server: Server, port: number): Promise<void> {
  for (;;) {
    server.listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
      await sleep(50);
    }
  }
}
