import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostFault, inTurn, serverOptions, takeEveryExpectation } from "./connections.ts";
import { connectionRefusals } from "./refuse-connection.ts";

let server: Server;
let atWork = 0;
let mostAtWork = 0;

beforeAll(async () => {
  server = createServer(serverOptions, async (request, response) => {
    await inTurn(request, response);
    atWork++;
    mostAtWork = Math.max(mostAtWork, atWork);
    await delay(2);
    atWork--;
    response.end(hostFault(request) ?? "one host");
  });
  const { onClientError, onConnect } = connectionRefusals((fault) => ({ status: 431, headers: {}, body: fault }));
  server.on("clientError", onClientError);
  server.on("connect", onConnect);
  takeEveryExpectation(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await once(server, "close");
});

/** Sends text on its own connection and returns everything received until the server closes it. */
async function send(text: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (data) => {
    received += String(data);
  });
  socket.write(text);
  await once(socket, "close");
  return received;
}

test.each([
  ["a request that is not HTTP", "nonsense\r\n\r\n", "malformed"],
  ["headers beyond the limit", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "headers_too_large"],
  ["a tunnel", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", "tunnel"],
])("%s is refused in the server's format and the connection is closed", async (_, text, fault) => {
  const answer = await send(text);
  expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(answer).toContain(`content-length: ${fault.length}\r\nconnection: close\r\n\r\n${fault}`);
});

test.each([
  ["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "missing"],
  ["GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", "repeated"],
  ["GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n", "one host"],
  ["GET / HTTP/1.0\r\n\r\n", "one host"],
])("the request %j is answered %s", async (text, answer) => {
  expect(await send(text)).toContain(answer);
});

test("pipelined requests of one connection are handled one after the other", async () => {
  mostAtWork = 0;
  const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  const answers = await send(`${request.repeat(9)}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(answers.match(/one host/g)).toHaveLength(10);
  expect(mostAtWork).toBe(1);
});
