import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Answerer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** An admission service like an operator's, on its own port. `answer` sets its behavior. */
export async function startAdmissionService() {
  const asked: { method: string | undefined; type: string | undefined; body: unknown }[] = [];
  const service = { answer: json(200, { allowed: true }) };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      asked.push({ method: request.method, type: request.headers["content-type"], body: JSON.parse(body) });
      service.answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the service has no port");
  return {
    url: `http://127.0.0.1:${address.port}/decide`,
    asked,
    /** @param answer the service's behavior from now on */
    behave(answer: Answerer) {
      service.answer = answer;
      asked.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a JSON value. */
export function json(status: number, value: unknown): Answerer {
  return text(status, JSON.stringify(value));
}

/** Answers with exactly these bytes. */
export function text(status: number, body: string | Buffer): Answerer {
  return (_request, response) => response.writeHead(status, { "content-type": "application/json" }).end(body);
}
