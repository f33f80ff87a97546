import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { loadConfiguration } from "@fulmar/config";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestRewriter } from "./rewrite-request.ts";

const rewrite = requestRewriter(
  loadConfiguration({
    NODE_ENV: "production",
    FULMAR_PUBLIC_CONSOLE_URL: "https://console.example.com",
    FULMAR_SECRET: "a secret of tests, long enough to be one",
    DATABASE_URL: "postgresql://127.0.0.1/none",
  }),
);
const server = createServer((request, response) => {
  rewrite(request);
  response.end(`${request.method} ${request.url} ${request.headers.host}`);
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

test.each([
  ["GET", "/workspaces?a=b", "console.example.com", "GET /workspaces?a=b console.example.com"],
  [
    "GET",
    "https://console.example.com/workspaces?a=b",
    "console.example.com",
    "GET /workspaces?a=b console.example.com",
  ],
  ["GET", "http://console.example.com/", "other.example", "GET / console.example.com"],
  ["POST", "https://console.example.com", "other.example", "POST / console.example.com"],
  ["GET", "https://console.example.com/%ff", "console.example.com", "GET /404 console.example.com"],
  ["POST", "https://other.example/workspaces", "console.example.com", "GET /api/foreign-host other.example"],
  ["GET", "https://user@console.example.com/", "console.example.com", "GET /api/foreign-host"],
  ["GET", "ftp://console.example.com/", "console.example.com", "GET /404 console.example.com"],
  ["OPTIONS", "*", "console.example.com", "OPTIONS /404 console.example.com"],
])("%s %s with the Host %s", async (method, target, host, expected) => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect((await text(socket)).split("\r\n\r\n")[1]).toContain(expected);
});
