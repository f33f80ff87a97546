import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toOriginForm } from "./origin-form.ts";

const server = createServer((request, response) => {
  toOriginForm(request);
  response.end(`${request.url} of ${request.headers.host}, ${request.headersDistinct.host?.join("+")}`);
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

test.each([
  ["/a?b=c", "h.example", "/a?b=c of h.example, h.example"],
  ["http://own.example/a?b=c", "other.example", "/a?b=c of own.example, own.example"],
  ["HTTPS://own.example:8443/a//b", "other.example", "/a//b of own.example:8443, own.example:8443"],
  ["http://own.example", "other.example", "/ of own.example, own.example"],
  ["http://own.example?b=c", "other.example", "/?b=c of own.example, own.example"],
  ["http://own.example/http://inner.example/", "other.example", "/http://inner.example/ of own.example, own.example"],
  ["http:///a", "other.example", "/a of , "],
  ["//own.example/a", "h.example", "//own.example/a of h.example, h.example"],
  ["ftp://own.example/a", "h.example", "ftp://own.example/a of h.example, h.example"],
  ["http://own.example/a", "h.example\r\nHost: i.example", "http://own.example/a of h.example, h.example+i.example"],
])("%s with the Host %s", async (target, host, expected) => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect((await text(socket)).split("\r\n\r\n")[1]).toContain(expected);
});
