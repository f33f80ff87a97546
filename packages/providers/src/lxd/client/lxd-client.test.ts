// Tests the client against a local socket server that imitates LXD, for cases that a real one cannot be made to
// produce.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { LxdClient, pathOf } from "./lxd-client.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const socket = join(folder, "unix.socket");
const { signal } = new AbortController();
const answers: Readonly<Record<string, readonly [number, string]>> = {
  "GET /1.0/instances/a%2Fb?project=p": [200, JSON.stringify({ type: "sync", metadata: { name: "a/b" } })],
  "GET /1.0/instances/gone?project=p": [
    404,
    JSON.stringify({ type: "error", error: "Instance not found", error_code: 404 }),
  ],
  "GET /1.0/instances/garbled?project=p": [200, "<html>"],
  "GET /1.0/large?project=p": [200, "x".repeat(1001)],
  "PUT /1.0/slow?project=p": [202, JSON.stringify({ type: "async", operation: "/1.0/operations/slow" })],
  "GET /1.0/operations/slow/wait?project=p": [
    404,
    JSON.stringify({ type: "error", error: "not found", error_code: 404 }),
  ],
  "PUT /1.0/failing?project=p": [
    202,
    JSON.stringify({ type: "async", operation: "/1.0/operations/failing?project=p" }),
  ],
  "GET /1.0/operations/failing/wait?project=p": [
    200,
    JSON.stringify({
      type: "sync",
      metadata: {
        id: "failing",
        status: "Failure",
        status_code: 400,
        err: "no such image",
        description: "",
        resources: null,
        metadata: null,
      },
    }),
  ],
};
let server: Server;
const client = new LxdClient({ url: `unix://${socket}` }, "p");

beforeAll(async () => {
  server = createServer((asked, response) => {
    if (asked.url === "/1.0/unmeasured?project=p") {
      response.writeHead(200);
      response.write("x".repeat(300_000));
      response.end();
      return;
    }
    const [status, body] = answers[`${asked.method} ${asked.url}`] ?? [500, ""];
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
});
afterAll(async () => {
  await client.close();
  server.close();
  rmSync(folder, { recursive: true });
});

const Named = z.object({ name: z.string() });

test("a name with a slash stays one segment of the path", async () => {
  expect(await client.get(pathOf("instances", "a/b"), Named, signal)).toEqual({ name: "a/b" });
});

test("find returns undefined for a 404, and get throws", async () => {
  expect(await client.find(pathOf("instances", "gone"), Named, signal)).toBeUndefined();
  await expect(client.get(pathOf("instances", "gone"), Named, signal)).rejects.toMatchObject({ status: 404 });
});

test("an operation that the server has forgotten is a retryable error", async () => {
  await expect(client.change("PUT", "/slow", {}, signal)).rejects.toMatchObject({
    code: "provider_unavailable",
    retryable: true,
  });
});

test("a failed operation is refused, with the server's reason only in the cause", async () => {
  await expect(client.change("PUT", "/failing", {}, signal)).rejects.toMatchObject({
    code: "provider_refused",
    retryable: false,
    cause: { message: "LXD answered 400: no such image" },
  });
});

test("an answer that is not JSON is refused", async () => {
  await expect(client.get(pathOf("instances", "garbled"), Named, signal)).rejects.toMatchObject({
    code: "provider_answer_unknown",
  });
});

test("a download is limited in size", async () => {
  expect(await client.download("/large", signal, {}, 1001)).toHaveLength(1001);
  await expect(client.download("/large", signal, {}, 1000)).rejects.toMatchObject({
    code: "provider_answer_too_large",
    retryable: false,
  });
  expect(await client.find("/instances/a%2Fb", Named, signal)).toEqual({ name: "a/b" });
});

test("a stream without a length is refused, and its connection is reused", async () => {
  // More requests than there are connections.
  for (let asked = 0; asked < 33; asked++)
    await expect(client.stream("/unmeasured", signal)).rejects.toMatchObject({ code: "provider_answer_unknown" });
  expect(await client.get(pathOf("instances", "a/b"), Named, signal)).toEqual({ name: "a/b" });
});

test("a server that cannot be reached is a retryable error", async () => {
  const nowhere = new LxdClient({ url: `unix://${folder}/nothing` }, "p");
  await expect(nowhere.get("", z.unknown(), signal)).rejects.toMatchObject({
    code: "provider_unavailable",
    retryable: true,
  });
  await nowhere.close();
});

test("an aborted request rejects with the reason of its signal", async () => {
  await expect(client.get("", z.unknown(), AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
});
