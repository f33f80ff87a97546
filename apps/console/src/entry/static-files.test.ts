import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticFiles } from "./static-files.ts";

const SCRIPT = "console.log('a script');";
const ADDRESS = "/_next/static/chunks/0-a.js";
const GZIP = { "accept-encoding": "gzip, deflate, br" };

const folder = mkdtempSync(join(tmpdir(), "fulmar-build-"));
const server = createServer();

beforeAll(async () => {
  mkdirSync(join(folder, "static/chunks"), { recursive: true });
  for (const name of ["0-a.js", "gone.js", "font.woff2"]) writeFileSync(join(folder, "static/chunks", name), SCRIPT);
  writeFileSync(join(folder, "static/chunks/0-b.css"), "a {}");
  const common = [{ key: "X-Content-Type-Options", value: "nosniff" }];
  const headers = [
    { source: "/:path*", headers: common },
    { source: "/elsewhere", headers: [{ key: "X-Elsewhere", value: "yes" }] },
  ];
  writeFileSync(join(folder, "routes-manifest.json"), JSON.stringify({ headers }));
  const answer = staticFiles(folder);
  rmSync(join(folder, "static/chunks/gone.js"));
  server.on("request", async (asked, response) => {
    if (!(await answer(asked, response))) response.end("Next");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const [response]: IncomingMessage[] = await once(request({ port, path, method, headers }).end(), "response");
  if (response === undefined) throw new Error("no response");
  return { response, body: await buffer(response) };
}

test.each([
  [ADDRESS, "application/javascript; charset=UTF-8", SCRIPT],
  [`${ADDRESS}?dpl=1`, "application/javascript; charset=UTF-8", SCRIPT],
  ["/_next/static/chunks/0-b.css", "text/css; charset=UTF-8", "a {}"],
])("%s is answered compressed, each time, with the headers of every answer", async (path, type, text) => {
  for (const _ of [1, 2]) {
    const { response, body } = await ask(path, GZIP);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": type,
      "content-encoding": "gzip",
      "content-length": String(body.length),
      vary: "Accept-Encoding",
      "cache-control": "public, max-age=31536000, immutable",
      "last-modified": expect.stringMatching(/ GMT$/),
      "x-content-type-options": "nosniff",
    });
    expect(response.headers["x-elsewhere"]).toBeUndefined();
    expect(gunzipSync(body).toString()).toBe(text);
  }
});

test.each([
  ["another file", "/_next/static/chunks/none.js", GZIP],
  ["a file outside", "/_next/static/../routes-manifest.json", GZIP],
  ["an encoded address", "/_next/static/chunks/0%2Da.js", GZIP],
  ["a folder", "/_next/static/chunks", GZIP],
  ["a name of every object", "/_next/static/constructor", GZIP],
  ["a font", "/_next/static/chunks/font.woff2", GZIP],
  ["a file that is gone", "/_next/static/chunks/gone.js", GZIP],
  ["no coding", ADDRESS, {}],
  ["gzip refused", ADDRESS, { "accept-encoding": "gzip;q=0" }],
  ["another coding", ADDRESS, { "accept-encoding": "x-gzip-not, br" }],
  ["a part", ADDRESS, { ...GZIP, range: "bytes=0-3" }],
  ["a known state", ADDRESS, { ...GZIP, "if-none-match": '"1"' }],
  ["a known time", ADDRESS, { ...GZIP, "if-modified-since": "Mon, 30 Nov 2026 00:00:00 GMT" }],
])("%s is left to Next", async (_, path, headers) => {
  expect((await ask(path, headers)).body.toString()).toBe("Next");
});

test.each(["POST", "PUT", "DELETE", "OPTIONS"])("the method %s is left to Next", async (method) => {
  expect((await ask(ADDRESS, GZIP, method)).body.toString()).toBe("Next");
});
