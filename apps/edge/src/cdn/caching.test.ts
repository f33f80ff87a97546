import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { needs } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { edgeOfFile, lacking, NGINX, originOfFile, type StoredObject, storeOfFile } from "./cdn-fixture.ts";

const POLICIES = ["static-assets", "media", "short", "no-cache"] as const;

describe("caching", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  const objects = new Map<string, StoredObject>();
  const store = await storeOfFile(objects);

  /** An origin that answers with these headers. */
  const withHeaders = async (headers: Record<string, string | string[]>, status = 200) =>
    originOfFile((_, response) => response.writeHead(status, headers).end("body"));

  test.each([
    ["static-assets", "public, max-age=3600", "HIT"],
    ["media", "public, max-age=86400", "HIT"],
    ["short", "public, max-age=60", "HIT"],
    ["no-cache", "no-cache", "BYPASS"],
  ] as const)("%s: visitors are told %s", async (cachePolicy, told, then) => {
    const origin = await withHeaders({});
    const { get } = await edge.serve({ origin: origin.origin, cachePolicy });
    await get("/x");
    const second = await get("/x");
    expect(second).toMatchObject({ status: 200, headers: { "cache-control": told, "x-cache": then } });
    expect(origin.requests.length).toBe(then === "HIT" ? 1 : 2);
    expect(second.headers.age === undefined).toBe(then !== "HIT");
  });

  test.each<[string, Record<string, string | string[]>, number]>([
    ["no-store", { "cache-control": "no-store" }, 200],
    ["private", { "cache-control": "Private, max-age=60" }, 200],
    ["no-cache", { "cache-control": "no-cache" }, 200],
    ["max-age=0", { "cache-control": "max-age=0" }, 200],
    ["s-maxage=0", { "cache-control": "max-age=60, s-maxage=0" }, 200],
    ["an end in the past", { expires: "Thu, 01 Jan 1970 00:00:00 GMT" }, 200],
    ["a cookie", { "set-cookie": ["a=1", "b=2"] }, 200],
    ["Vary: *", { vary: "Accept, *" }, 200],
    ["an age of its own that reaches its end", { "cache-control": "max-age=60", age: "60" }, 200],
    ["an error", {}, 500],
    ["a temporary redirect", { location: "/y" }, 302],
  ])("an answer with %s is never kept", async (_, headers, status) => {
    const origin = await withHeaders(headers, status);
    for (const cachePolicy of POLICIES) {
      const { get } = await edge.serve({ origin: origin.origin, cachePolicy });
      for (let request = 0; request < 3; request++) expect(await get("/x")).toMatchObject({ status, text: "body" });
    }
    expect(origin.requests.length).toBe(12);
  });

  test("the origin's own Cache-Control reaches visitors, and what one visitor gets stays theirs", async () => {
    const origin = await originOfFile((message, response) =>
      response.writeHead(200, { "cache-control": decodeURIComponent(message.url?.slice(1) ?? "") }).end(),
    );
    const { get } = await edge.serve({ origin: origin.origin });
    for (const control of ["public, max-age=31536000, immutable", "private", "no-store"])
      expect((await get(`/${encodeURIComponent(control)}`)).headers["cache-control"]).toBe(control);
  });

  test("a shorter time of the origin is kept to, a longer one not", async () => {
    const origin = await withHeaders({ "cache-control": "max-age=1" });
    const { get } = await edge.serve({ origin: origin.origin, cachePolicy: "media" });
    await get("/x");
    await expect.poll(async () => (await get("/x")).headers["x-cache"], { interval: 200 }).toMatch(/STALE|EXPIRED/);
  });

  test("Vary has an answer for each value, but not for headers that origins never see", async () => {
    const origin = await originOfFile((message, response) =>
      response
        .writeHead(200, { vary: "Accept-Encoding, Accept-Language, Cookie" })
        .end(message.headers["accept-language"] ?? "none"),
    );
    const { get } = await edge.serve({ origin: origin.origin });
    for (const [language, cookie] of [
      ["nl", "a"],
      ["de", "b"],
      ["nl", "c"],
      ["de", "d"],
    ] as const)
      expect((await get("/x", { headers: { "accept-language": language, cookie } })).text).toBe(language);
    expect(origin.requests.length).toBe(2);
    expect((await get("/x", { headers: { "accept-language": "nl" } })).headers.vary).toBe("Accept-Language");
  });

  test("a hundred requests at once make one request of the origin", async () => {
    const release = Promise.withResolvers<void>();
    const origin = await originOfFile((_, response) => void release.promise.then(() => response.end("slow")));
    const { get } = await edge.serve({ origin: origin.origin });
    const all = Array.from({ length: 100 }, () => get("/x"));
    await expect.poll(() => origin.requests.length).toBe(1);
    release.resolve();
    for (const answer of await Promise.all(all)) expect(answer).toMatchObject({ status: 200, text: "slow" });
    expect(origin.requests.length).toBe(1);
  });

  test("ranges come from the cache", async () => {
    const origin = await originOfFile((_, response) => response.end("0123456789"));
    const { get } = await edge.serve({ origin: origin.origin });
    for (const cache of ["MISS", "HIT"])
      expect(await get("/x", { headers: { range: "bytes=2-4" } })).toMatchObject({
        status: 206,
        text: "234",
        headers: { "content-range": "bytes 2-4/10", "x-cache": cache },
      });
    expect(await get("/x", { headers: { range: "bytes=-2" } })).toMatchObject({ status: 206, text: "89" });
    expect(await get("/x", { headers: { range: "bytes=20-" } })).toMatchObject({ status: 416 });
    expect(origin.requests.every(({ headers }) => headers.range === undefined)).toBe(true);
  });

  test("conditional requests are answered from the cache", async () => {
    objects.set("e.txt", {
      body: "e",
      headers: { etag: '"v1"', "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT" },
    });
    const { get } = await edge.serve({ origin: store.origin });
    await get("/e.txt");
    const count = store.requests.length;
    expect(await get("/e.txt", { headers: { "if-none-match": '"v1"' } })).toMatchObject({ status: 304, text: "" });
    expect(await get("/e.txt", { headers: { "if-none-match": '"v0"' } })).toMatchObject({ status: 200 });
    expect(await get("/e.txt", { headers: { "if-modified-since": "Sat, 21 Nov 2026 10:00:00 GMT" } })).toMatchObject({
      status: 304,
    });
    expect(store.requests.length).toBe(count);
  });

  test("past the cache, the origin sees conditions and ranges", async () => {
    const origin = await originOfFile((_, response) => response.writeHead(304).end());
    const { get } = await edge.serve({ origin: origin.origin, cachePolicy: "no-cache" });
    const headers = { "if-none-match": '"v1"', range: "bytes=0-1" };
    expect(await get("/x", { headers })).toMatchObject({ status: 304 });
    expect(origin.requests[0]?.headers).toMatchObject(headers);
  });

  test("what has ended is served while it is fetched again, and checked by its ETag", async () => {
    let version = 1;
    const origin = await originOfFile((message, response) => {
      const etag = `"v${version}"`;
      const headers = { etag, "cache-control": "max-age=1" };
      if (message.headers["if-none-match"] === etag) response.writeHead(304, headers).end();
      else response.writeHead(200, headers).end(`version ${version}`);
    });
    const { get } = await edge.serve({ origin: origin.origin });
    expect((await get("/x")).text).toBe("version 1");
    await expect.poll(async () => (await get("/x")).headers["x-cache"], { interval: 200 }).toBe("STALE");
    await expect.poll(() => origin.requests.at(-1)?.headers["if-none-match"]).toBe('"v1"');
    version = 2;
    await expect.poll(async () => (await get("/x")).text, { interval: 200 }).toBe("version 2");
  });

  test.each([500, 502, 504, "down"])("an origin that fails (%s) leaves what is kept in use", async (failure) => {
    const origin = await withHeaders({ "cache-control": "max-age=1" });
    const { get } = await edge.serve({ origin: origin.origin });
    await get("/x");
    origin.become((_, response) => {
      if (typeof failure === "number") response.writeHead(failure).end("failed");
      else response.destroy();
    });
    const failed = origin.requests.length + 1;
    await expect
      .poll(
        async () => {
          const answer = await get("/x");
          expect(answer).toMatchObject({ status: 200, text: "body" });
          return origin.requests.length > failed ? answer.headers["x-cache"] : undefined;
        },
        { interval: 200 },
      )
      .toBe("STALE");
    expect(await get("/other")).toMatchObject({ status: failure === "down" ? 502 : failure });
  });

  test.each([503, "down"])("a failed origin's answer is in use no longer than its time (%s)", async (failure) => {
    const origin = await withHeaders({ "cache-control": "max-age=1, stale-while-revalidate=0, stale-if-error=3" });
    const { get } = await edge.serve({ origin: origin.origin });
    await get("/x");
    origin.become((_, response) => {
      if (typeof failure === "number") response.writeHead(failure).end("failed");
      else response.destroy();
    });
    await expect.poll(async () => (await get("/x")).headers["x-cache"], { interval: 200 }).toBe("STALE");
    await expect.poll(async () => (await get("/x")).status, { interval: 200 }).toBe(502);
    origin.become((_, response) => response.end("again"));
    expect(await get("/x")).toMatchObject({ status: 200, text: "again" });
  });

  test.each([
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
  ] as const)("text is compressed by %s, and other types are not", async (encoding, decompress) => {
    const body = "text ".repeat(1_000);
    objects.set("long.css", { body, type: "text/css", headers: { etag: '"long"' } });
    objects.set("long.bin", { body, type: "image/png" });
    const { get } = await edge.serve({ origin: store.origin });
    for (const cache of ["MISS", "HIT"]) {
      const answer = await get("/long.css", { headers: { "accept-encoding": encoding } });
      expect(answer).toMatchObject({ headers: { "content-encoding": encoding, "x-cache": cache } });
      expect(answer.headers.vary).toContain("Accept-Encoding");
      expect(decompress(answer.body).toString()).toBe(body);
    }
    expect((await get("/long.css")).text).toBe(body);
    const png = await get("/long.bin", { headers: { "accept-encoding": encoding } });
    expect(png.headers["content-encoding"]).toBeUndefined();
    const checked = await get("/long.css", { headers: { "accept-encoding": encoding, "if-none-match": 'W/"long"' } });
    expect(checked.status).toBe(304);
  });

  test("HEAD has the headers of GET, and fills the cache", async () => {
    objects.set("h.txt", { body: "four" });
    const { get } = await edge.serve({ origin: store.origin });
    const head = await get("/h.txt", { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, text: "", headers: { "content-length": "4", "x-cache": "MISS" } });
    expect(await get("/h.txt")).toMatchObject({ status: 200, text: "four", headers: { "x-cache": "HIT" } });
    const past = await edge.serve({ origin: store.origin, cachePolicy: "no-cache" });
    expect(await past.get("/h.txt", { method: "HEAD" })).toMatchObject({ headers: { "content-length": "4" } });
  });

  test("200 MB arrive whole, and ranges of them come from the cache", async () => {
    const body = Buffer.alloc(200 * 1024 * 1024, randomBytes(1024 * 1024 + 1));
    objects.set("large.bin", { body });
    const { get } = await edge.serve({ origin: store.origin, cachePolicy: "media" });
    const answer = await get("/large.bin");
    expect(answer.headers["x-cache"]).toBe("MISS");
    expect(answer.body.equals(body)).toBe(true);
    const part = await get("/large.bin", { headers: { range: "bytes=199999990-199999999" } });
    expect(part).toMatchObject({ status: 206, headers: { "x-cache": "HIT" } });
    expect(part.body.equals(body.subarray(199_999_990, 200_000_000))).toBe(true);
    objects.delete("large.bin");
  }, 180_000);

  test("an answer that breaks off is not kept", async () => {
    const origin = await originOfFile((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setTimeout(() => response.destroy(), 50);
    });
    const chunked = await originOfFile((_, response) => {
      response.writeHead(200).write("half");
      setTimeout(() => response.destroy(), 50);
    });
    for (const broken of [origin, chunked]) {
      const { get } = await edge.serve({ origin: broken.origin });
      await get("/x").catch(() => undefined);
      broken.become((_, response) => response.end("whole"));
      await expect.poll(async () => (await get("/x")).text).toBe("whole");
    }
  });
});
