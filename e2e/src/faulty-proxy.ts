import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/**
 * What becomes of a request: it is passed on, its connection breaks while it is being sent, or it is answered on the
 * way, as a proxy does that finds it too large.
 */
export type Fate = "pass" | "break" | "refuse";

/** A proxy that a browser asks by, for whatever it asks. */
export interface FaultyProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a proxy for HTTP between a browser and the product.
 * @param fateOf decides on each request before it is passed on
 * @param onAnswered hears of each that was answered by the product
 */
export async function openFaultyProxy(
  fateOf: (method: string, url: URL) => Fate | Promise<Fate>,
  onAnswered: (method: string, url: URL) => void,
): Promise<FaultyProxy> {
  const server = createServer(async (asked, answer) => {
    const { method = "", url: text = "" } = asked;
    const url = new URL(text);
    const fate = await fateOf(method, url);
    if (fate === "break") return asked.once("data", () => asked.socket.destroy());
    if (fate === "refuse") return refuse(asked, answer);
    answer.on("finish", () => onAnswered(method, url));
    passOn(asked, answer, url);
  });
  server.on("connect", tunnel);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Programs, Playwright's own requests among them, ask for a connection and talk through it; no fault is meant for them.
 */
function tunnel({ url = "" }: IncomingMessage, client: Duplex, begun: Buffer) {
  const { hostname, port } = new URL(`http://${url}`);
  const product = connect(Number(port), hostname, () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    product.write(begun);
    client.pipe(product).pipe(client);
  });
  product.on("error", () => client.destroy());
  client.on("error", () => product.destroy());
}

function passOn(asked: IncomingMessage, answer: ServerResponse, url: URL) {
  const onward = request(url, { method: asked.method, headers: asked.headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  // Whichever side goes, the other has nobody to talk to any more.
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
}

/**
 * Takes what is sent, so that the browser reads the answer, and says no in a way that a page of another origin may
 * read.
 */
function refuse(asked: IncomingMessage, answer: ServerResponse) {
  asked.resume();
  asked.on("end", () => answer.writeHead(413, { "access-control-allow-origin": "*" }).end());
}
