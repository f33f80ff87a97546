import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Client, type ClientOptions, createClient } from "./index.ts";

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers a request. `number` counts from 0. */
type Reply = (response: ServerResponse, request: Received, number: number) => void;

export interface TestServer extends AsyncDisposable {
  readonly client: Client;
  readonly received: readonly Received[];
}

/** A server that answers as the test says, and a client of it. */
export async function serve(reply: Reply, options: Partial<ClientOptions> = {}): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const got = { method, url, headers, body: await text(request) };
    received.push(got);
    reply(response, got, received.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    client: createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: "svc", workspaceId: "7", ...options }),
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends JSON. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
