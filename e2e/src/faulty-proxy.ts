import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/**
 * The fate of a request: it is passed on, its connection breaks while sending, or the proxy refuses it as too large.
 */
export type Fate = "pass" | "break" | "refuse";

/** A proxy that a browser uses for all of its requests. */
export interface FaultyProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens an HTTP proxy between a browser and the product.
 * @param fateOf decides on each request before it is passed on
 * @param onAnswered is called for each request that the product answered
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

/** Programs, including Playwright's own requests, use CONNECT. They are tunnelled without faults. */
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
  // When either side closes, the other is closed too.
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
}

/**
 * Reads the request body, so that the browser reads the answer, and refuses with CORS headers, so that a page of
 * another origin can read it.
 */
function refuse(asked: IncomingMessage, answer: ServerResponse) {
  asked.resume();
  asked.on("end", () => answer.writeHead(413, { "access-control-allow-origin": "*" }).end());
}
