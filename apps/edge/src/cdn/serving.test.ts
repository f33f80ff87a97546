import { needs } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import {
  COMMON_DOMAIN,
  distribution,
  edgeOfFile,
  lacking,
  NGINX,
  originOfFile,
  STORE_ANSWERS,
  type StoredObject,
  storeOfFile,
} from "./cdn-fixture.ts";

describe("serving", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  const objects = new Map<string, StoredObject>();
  const store = await storeOfFile(objects);
  const custom = await originOfFile((message, response) => response.end(`hello ${message.url}`));

  test.each([
    "a b/ü+%.txt",
    "plain.txt",
    "it's (1)*!~.txt",
    "a//b.txt",
    "日本/語.txt",
    "a&b=c;d@e:f,g$h.txt",
    "q?x#y\\z",
  ])("a bucket's object %s comes from the store once, then from the cache", async (key) => {
    objects.set(key, { body: "one", type: "text/plain" });
    const { get } = await edge.serve({ origin: store.origin });
    const path = `/${key.split("/").map(encodeURIComponent).join("/")}`;
    const first = await get(path);
    expect(first).toMatchObject({ status: 200, text: "one", headers: { "x-cache": "MISS" } });
    expect(await get(`${path}?v=2`)).toMatchObject({ status: 200, text: "one", headers: { "x-cache": "HIT" } });
    expect(first.headers.server).not.toContain("Amazon");
    expect(Object.keys(first.headers).filter((name) => /^x-amz|^x-edge/.test(name))).toEqual([]);
  });

  test("an unknown host is 421, and a disabled distribution 403", async () => {
    expect(await edge.get("nobody.example", "/")).toMatchObject({ status: 421 });
    const site = await edge.serve({ origin: custom.origin, enabled: false });
    expect(await site.get("/")).toMatchObject({ status: 403, text: "This distribution is disabled.\n" });
    await site.change({ enabled: true });
    expect(await site.get("/")).toMatchObject({ status: 200 });
    await edge.apply(site.id);
    expect(await site.get("/")).toMatchObject({ status: 421 });
  });

  test("a host that moves to another distribution is served by it", async () => {
    const first = await edge.serve({ origin: custom.origin, hosts: ["moves.example"] });
    const body = distribution({ origin: store.origin, hosts: ["moves.example"] });
    objects.set("moved.txt", { body: "moved" });
    await edge.apply(edge.document("distribution", "cdn_moved", body), first.id);
    expect(await edge.get("moves.example", "/moved.txt")).toMatchObject({ status: 200, text: "moved" });
  });

  test("a host is the same in any case, with a port and with a dot at its end", async () => {
    await edge.serve({ origin: custom.origin, hosts: ["Case.Example"] });
    for (const host of ["case.example", "CASE.example:80", "case.example."])
      expect(await edge.get(host, "/")).toMatchObject({ status: 200 });
  });

  test("on the common domain the path decides", async () => {
    objects.set("c.txt", { body: "common" });
    const body = distribution({ origin: store.origin, commonPath: "/12/photos" });
    await edge.apply(edge.document("distribution", "cdn_common", body));
    expect(await edge.get(COMMON_DOMAIN, "/12/photos/c.txt")).toMatchObject({ status: 200, text: "common" });
    const absent = ["/12/photosx/c.txt", "/12/other/c.txt", "/c.txt", "/", "/12/other/../photos/c.txt"];
    const answers = await Promise.all(absent.map((path) => edge.get(COMMON_DOMAIN, path)));
    expect(answers.map(({ status }) => status)).toEqual(absent.map(() => 404));
  });

  test("the first request for a path on the common domain waits for its document", async () => {
    objects.set("new.txt", { body: "new" });
    const early = edge.get(COMMON_DOMAIN, "/12/new/new.txt");
    const body = distribution({ origin: store.origin, commonPath: "/12/new" });
    await edge.apply(edge.document("distribution", "cdn_new", body));
    expect(await early).toMatchObject({ status: 200, text: "new" });
  });

  test("other methods than GET, HEAD and OPTIONS are 405", async () => {
    for (const origin of [store.origin, custom.origin]) {
      const { get } = await edge.serve({ origin });
      for (const method of ["POST", "PUT", "DELETE", "PATCH", "PROPFIND"])
        expect(await get("/plain.txt", { method })).toMatchObject({
          status: 405,
          headers: { allow: "GET, HEAD, OPTIONS" },
        });
    }
  });

  test("OPTIONS and the origin of a page reach the bucket, and each origin has its own answer", async () => {
    objects.set("cors.txt", { body: "cors" });
    const { get } = await edge.serve({ origin: store.origin });
    const preflight = await get("/cors.txt", { method: "OPTIONS", headers: { origin: "https://app.example" } });
    expect(preflight.headers).toMatchObject({ "access-control-allow-origin": "https://app.example" });
    expect((await get("/cors.txt")).headers["access-control-allow-origin"]).toBeUndefined();
    for (const origin of ["https://a.example", "https://b.example"])
      expect((await get("/cors.txt", { headers: { origin } })).headers["access-control-allow-origin"]).toBe(origin);
  });

  test("an origin that answers each page's origin without Vary still has an answer for each", async () => {
    const origin = await originOfFile((message, response) =>
      response.writeHead(200, { "access-control-allow-origin": message.headers.origin ?? "none" }).end(),
    );
    const { get } = await edge.serve({ origin: origin.origin });
    for (const page of ["https://a.example", "https://b.example", "https://a.example"])
      expect((await get("/x", { headers: { origin: page } })).headers["access-control-allow-origin"]).toBe(page);
    expect(origin.requests.length).toBe(2);
  });

  test("paths that lead out of the bucket, or are no paths, are refused before the store hears of them", async () => {
    const { get } = await edge.serve({ origin: store.origin });
    const before = store.requests.length;
    for (const path of ["/../other/x", "/a/%2e%2e/%2e%2e/other/x", "/a/..%2f..%2fother", "/%zz", "/%", "/a%00b"])
      expect((await get(path)).status, path).toBe(400);
    expect(store.requests.length).toBe(before);
  });

  test("an object that is not there is a plain 404, kept for a moment", async () => {
    const { get } = await edge.serve({ origin: store.origin });
    const first = await get("/nothing");
    expect(first).toMatchObject({ status: 404, text: "Not found.\n", headers: { "cache-control": "no-store" } });
    expect(await get("/nothing")).toMatchObject({ status: 404, headers: { "x-cache": "HIT" } });
  });

  test.each(STORE_ANSWERS)("a store's %i to %s is %i without its words", async (own, method, status, text) => {
    const refusing = await originOfFile((_, response) =>
      response.writeHead(own, { "content-range": "bytes */7" }).end("<Error><Resource>/photos/x</Resource></Error>"),
    );
    const origin = { ...store.origin, endpoint: refusing.origin.url };
    for (const cachePolicy of ["static-assets", "no-cache"] as const) {
      const { get } = await edge.serve({ origin, cachePolicy });
      const answer = await get("/x", { method });
      expect(answer).toMatchObject({ status, text: expect.stringMatching(text) });
      expect(answer.text).not.toContain("photos");
      expect(answer.headers["content-range"]).toBe(status === 416 ? "bytes */7" : undefined);
    }
  });

  test("a store that refuses the edge's key is 403 without its words", async () => {
    const { get } = await edge.serve({ origin: { ...store.origin, secretAccessKey: "another" } });
    const answer = await get("/plain.txt");
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.text).not.toContain("Signature");
  });

  test("the headers of visitors that reach a custom origin", async () => {
    const { get } = await edge.serve({ origin: { type: "custom", url: `${custom.origin.url}/base` } });
    await get("/headers?a=b&a=%20", {
      headers: {
        cookie: "session=1",
        authorization: "Basic eDp5",
        "accept-language": "nl",
        accept: "text/html",
        "user-agent": "Browser",
        "x-forwarded-for": "8.8.8.8",
        "x-custom": "x",
        "cdn-loop": "other; a=b",
        te: "trailers",
        "x-edge-document": "other",
      },
    });
    const sent = custom.requests.findLast(({ url }) => url === "/base/headers?a=b&a=%20");
    expect(sent?.headers).toEqual({
      host: `127.0.0.1:${custom.port}`,
      connection: "close",
      "user-agent": "Fulmar-CDN",
      accept: "text/html",
      "accept-language": "nl",
      "x-forwarded-for": "127.0.0.1",
      "cdn-loop": `other; a=b, ${COMMON_DOMAIN}`,
    });
  });

  test("a visitor by IPv6 is answered from the same cache, and the origin is told the address", async () => {
    const { get } = await edge.serve({ origin: custom.origin });
    expect((await get("/by-ipv6", { at: "::1" })).headers["x-cache"]).toBe("MISS");
    expect((await get("/by-ipv6")).headers["x-cache"]).toBe("HIT");
    const sent = custom.requests.filter(({ url }) => url === "/by-ipv6");
    expect(sent.map(({ headers }) => headers["x-forwarded-for"])).toEqual(["::1"]);
  });

  test("a request that has passed this CDN is 508", async () => {
    const { get } = await edge.serve({ origin: custom.origin });
    const answer = await get("/loop", { headers: { "cdn-loop": `other, ${COMMON_DOMAIN}` } });
    expect(answer).toMatchObject({ status: 508 });
  });

  test("a redirect of a custom origin is passed on and never followed", async () => {
    const origin = await originOfFile((message, response) =>
      message.url === "/from"
        ? response.writeHead(302, { location: "http://169.254.169.254/latest" }).end()
        : response.end("followed"),
    );
    const { get } = await edge.serve({ origin: origin.origin });
    expect(await get("/from")).toMatchObject({
      status: 302,
      headers: { location: "http://169.254.169.254/latest" },
    });
    expect(origin.requests.length).toBe(1);
  });

  test("an origin cannot steer nginx by X-Accel headers", async () => {
    const origin = await originOfFile((_, response) =>
      response
        .writeHead(200, {
          "x-accel-redirect": "@missing",
          "x-accel-expires": "1000",
          "x-edge-meta": "0 9999 kept",
          "cache-control": "no-store",
        })
        .end("own"),
    );
    const { get } = await edge.serve({ origin: origin.origin });
    for (const cache of ["MISS", "BYPASS"])
      expect(await get("/")).toMatchObject({ status: 200, text: "own", headers: { "x-cache": cache } });
  });

  test("an origin that is down is 502", async () => {
    const { get } = await edge.serve({ origin: { type: "custom", url: "http://127.0.0.1:1" } });
    expect(await get("/")).toMatchObject({ status: 502, text: "The origin could not be reached.\n" });
  });

  test("a document that cannot be served is named, and disturbs no other", async () => {
    const good = distribution({ origin: custom.origin, hosts: ["good.example"] });
    const bad = distribution({ origin: { type: "custom", url: "ftp://x" }, hosts: ["bad.example"] });
    const failures = await edge.apply(
      edge.document("distribution", "cdn_bad", bad),
      edge.document("distribution", "cdn_good", good),
    );
    expect(failures).toEqual([
      expect.objectContaining({ kind: "distribution", id: "cdn_bad", message: expect.stringContaining("ftp://x") }),
    ]);
    expect((await edge.get("good.example", "/")).status).toBe(200);
    await edge.apply("cdn_bad");
  });
});
