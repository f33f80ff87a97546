import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { ErrorBody } from "@fulmar/contract";
import { recordStatements } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
let port: number;
let server: Server;
let query: string;
let headers: string;
beforeAll(async () => {
  api = await startApi();
  ({ port, server } = await api.listen());
  query = `workspace_id=${api.tenant.workspaceId}`;
  headers = `Host: api.example\r\nConnection: close\r\nAuthorization: Bearer ${api.tenant.token}\r\n`;
});
afterAll(() => api.close());

/** Sends one raw request. `more` are header lines, each with its line end. */
async function send(line: string, more = "", body = ""): Promise<{ status: number; head: string; body: unknown }> {
  const [head = "", text = ""] = (await sendRaw(port, `${line} HTTP/1.1\r\n${headers}${more}\r\n${body}`)).split(
    "\r\n\r\n",
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body: JSON.parse(text) };
}

describe("invalid HTTP is refused with the standard error body and a closed connection", () => {
  const post = "POST /v1/networking/vpcs";
  test.each([
    [
      "two ways to give the length of a body",
      400,
      "invalid_request",
      post,
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
      "0\r\n\r\n",
    ],
    ["two lengths", 400, "invalid_request", post, "Content-Length: 5\r\nContent-Length: 6\r\n", "abcdef"],
    ["a chunk without a length", 400, "invalid_request", post, "Transfer-Encoding: chunked\r\n", "ZZ\r\n"],
    ["a space before a colon", 400, "invalid_request", post, "X-Idempotency-Key : a\r\n", ""],
    ["a folded header", 400, "invalid_request", post, "X-Idempotency-Key: a\r\n b\r\n", ""],
    ["a method that there is none of", 400, "invalid_request", "FOO /v1/token", "", ""],
    ["headers without end", 431, "headers_too_large", "GET /v1/token", `X-Long: ${"a".repeat(20_000)}\r\n`, ""],
    ["a tunnel to elsewhere", 400, "invalid_request", "CONNECT elsewhere.example:443", "", ""],
    ["a URL without end", 431, "headers_too_large", `GET /v1/token?${"a".repeat(20_000)}`, "", ""],
  ])("%s", async (_, status, code, line, more, body) => {
    const response = await send(line, more, body);
    expect(response).toMatchObject({ status, body: { code } });
    const { request_id: requestId } = ErrorBody.parse(response.body);
    expect(response.head).toContain(`x-request-id: ${requestId}`);
    expect(response.head).toContain("connection: close");
    expect(response.head).toContain("x-content-type-options: nosniff");
  });
});

test("the process survives a CONNECT request whose connection is reset", async () => {
  const handedOver = once(server, "connect");
  const answer = sendRaw(port, "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n").catch(
    () => "reset",
  );
  const [, socket] = await handedOver;
  // Like an error from the kernel: without a listener it would end the process.
  socket.destroy(new Error("read ECONNRESET"));
  await answer;
  expect(await send(`GET /v1/token?${query}`)).toMatchObject({ status: 200 });
});

test("the server limits the time for headers and for a whole request", () => {
  expect(server.headersTimeout).toBeGreaterThan(0);
  expect(server.requestTimeout).toBeGreaterThanOrEqual(server.headersTimeout);
});

test("pipelined requests are carried out only as far as the client reads the answers", async () => {
  const record = recordStatements(api.served);
  const request = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: api.example\r\nAuthorization: Bearer ${api.tenant.token}\r\n\r\n`;
  const socket = connect(port, "127.0.0.1");
  const atTheDoor = ({ statements }: { statements: readonly { name: string | undefined }[] }) =>
    statements.filter(({ name }) => name === "door_token").length;
  // More than the kernel buffers for a client that does not read, and some requests that query the database.
  socket.write(request("/v1/openapi.json").repeat(60) + request(`/v1/token?${query}`).repeat(20));
  expect(atTheDoor(await record(() => send(`GET /v1/token?${query}`)))).toBe(1);
  let read = "";
  const all = await record(async () => {
    socket.setEncoding("latin1").on("data", (text: string) => {
      read = read.slice(-100_000) + text;
    });
    await expect.poll(() => read.split(`"token_id":"tok_`).length - 1).toBe(20);
  });
  expect(atTheDoor(all)).toBe(20);
  socket.destroy();
});

test("401 or 400 for a repeated Authorization, Content-Type or X-Idempotency-Key header", async () => {
  expect(await send(`GET /v1/token?${query}`, "Authorization: Bearer another\r\n")).toMatchObject({
    status: 401,
    body: { code: "unauthenticated" },
  });
  const json =
    "Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nX-Idempotency-Key: once\r\n";
  expect(await send(`POST /v1/networking/vpcs?${query}`, json, "{}")).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
  const keys =
    "Content-Type: application/json\r\nContent-Length: 2\r\nX-Idempotency-Key: one\r\nX-Idempotency-Key: two\r\n";
  expect(await send(`POST /v1/networking/vpcs?${query}`, keys, "{}")).toMatchObject({
    status: 400,
    body: { errors: [{ field: "X-Idempotency-Key" }] },
  });
});

test("400 for an HTTP/1.1 request without Host or with two; 200 for HTTP/1.0 without Host", async () => {
  const [head = "", text = ""] = (await sendRaw(port, "GET /v1/token HTTP/1.1\r\nConnection: close\r\n\r\n")).split(
    "\r\n\r\n",
  );
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  const { code, request_id: requestId } = ErrorBody.parse(JSON.parse(text));
  expect([code, head]).toEqual(["invalid_request", expect.stringContaining(`x-request-id: ${requestId}`)]);
  expect(await send(`GET /v1/token?${query}`, "Host: other.example\r\n")).toMatchObject({
    status: 400,
    body: { detail: "Send the header Host once." },
  });
  expect(
    await sendRaw(port, `GET /v1/token?${query} HTTP/1.0\r\nAuthorization: Bearer ${api.tenant.token}\r\n\r\n`),
  ).toMatch(/^HTTP\/1\.1 200 /);
});

test("an unknown Expect header is ignored", async () => {
  expect(await send(`GET /v1/token?${query}`, "Expect: something\r\n")).toMatchObject({
    status: 200,
    body: { workspace_ids: expect.anything() },
  });
  expect(await send("GET /v1/nothing", "Expect: something\r\n")).toMatchObject({
    status: 404,
    body: { code: "unknown_endpoint" },
  });
});

test("a host in the request line is ignored in links", async () => {
  const { status, head } = await send(`GET http://elsewhere.example/v1/compute/plans?${query}&limit=1`);
  expect(status).toBe(200);
  expect(head).toMatch(/^link: <http:\/\/127\.0\.0\.1:\d+\/v1\/compute\/plans\?[^>]+>; rel="next"\r?$/m);
});

describe("Content-Encoding", () => {
  const text = JSON.stringify({ name: "packed" });
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, " "));
  const post = (coding: string, rawBody: string | Buffer) =>
    api.request("POST", "/networking/firewall-groups", { rawBody, headers: { "content-encoding": coding } });

  const packed: readonly (readonly [coding: string, rawBody: string | Buffer])[] = [
    ["gzip", gzipSync(text)],
    ["gzip", bomb],
    ["GZIP", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", text],
    // The body is plain, and its header is wrong.
    ...[
      "gzip",
      "br",
      "compress",
      "aws-chunked",
      "utf-8",
      "none",
      "*",
      "identity, gzip",
      "gzip,identity",
      "gzip, gzip",
    ].map((coding) => [coding, text] as const),
  ];

  test.each(packed)("415 for %s, and nothing is unpacked", async (coding, rawBody) => {
    const response = await post(coding, rawBody);
    expectError(response, 415, "unsupported_media_type");
    expect(response.body.detail).toBe(
      "The body has a Content-Encoding, and bodies are not compressed here; send it as it is, without that header.",
    );
    expect(response.headers["accept-encoding"]).toBe("identity");
  });

  test.each(["identity", "Identity", " identity ", "identity, identity", ""])("%j is taken", async (coding) => {
    const name = `plain ${Math.random()}`;
    expect((await post(coding, JSON.stringify({ name }))).status).toBe(201);
  });

  test("a request without a body has nothing that could be compressed", async () => {
    expect((await api.request("GET", "/compute/plans", { headers: { "content-encoding": "gzip" } })).status).toBe(200);
  });

  test("401 comes first", async () => {
    const response = await api.request("POST", "/networking/vpcs", {
      rawBody: bomb,
      headers: { "content-encoding": "gzip", authorization: "Bearer none" },
    });
    expectError(response, 401, "unauthenticated");
  });
});

test("400 names __proto__ as an unknown field, by REST and by procedure call", async () => {
  const rawBody = '{"name": "plain", "__proto__": {"description": "smuggled"}}';
  const rest = await api.request("POST", "/networking/firewall-groups", { rawBody });
  expectError(rest, 400, "invalid_request");
  const credentials = { kind: "bearer", authorization: `Bearer ${api.tenant.token}` } as const;
  const envelope = {
    requestId: "a-request",
    sourceIp: undefined,
    idempotencyKey: "proto",
    signal: new AbortController().signal,
  };
  const flat: Record<string, unknown> = { ...JSON.parse(rawBody), workspace_id: api.tenant.workspaceId };
  const call = api.core.execute("firewallGroup.create", credentials, flat, envelope);
  await expect(call).rejects.toMatchObject({
    kind: "invalid_request",
    errors: expect.arrayContaining([expect.objectContaining({ field: "__proto__" })]),
  });
});

test("503 from /readyz after the signal to leave, while /healthz answers 200 and closes the connection", async () => {
  const leaving = await startApi({ DATABASE_URL: api.databaseUrl });
  expect((await leaving.inject({ method: "GET", url: "/readyz" })).status).toBe(200);
  leaving.leave();
  const ready = await leaving.inject({ method: "GET", url: "/readyz" });
  expectError(ready, 503, "unavailable");
  expect(ready.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  const { status, headers: sent } = await leaving.inject({ method: "GET", url: "/healthz" });
  expect({ status, connection: sent.connection }).toEqual({ status: 200, connection: "close" });
  await leaving.close();
});

/** Sends bytes on their own connection and returns everything received until the server closes it. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      received += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(received));
  });
}
