import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "@fulmar/testkit";

/** A proxy to the database that can be cut, like a restart or a network failure. */
export interface SeverableProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** The number of data chunks sent to the database: about one per statement. */
  readonly passed: () => number;
  /** Closes every connection and refuses new ones until `restore`. */
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
        // An error on either side ends the other, as intended.
        socket.on("error", () => other.destroy());
        socket.on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  const port = await freePort();
  let server = await open(port);
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
