import { request } from "node:http";
import { type DistributionDocument, type EdgeDocument, signUrl } from "@fulmar/edge-protocol";
import { freePort } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distribution, originOfFile, STORE_ANSWERS, storeOfFile } from "../cdn/cdn-fixture.ts";
import type { Engine } from "../engine.ts";
import { developmentCdn } from "./development-cdn.ts";

const COMMON = "cdn.localhost";
const documents = new Map<string, EdgeDocument<"distribution">>();
const signal = new AbortController().signal;
let engine: Engine<"distribution" | "purge">;
let port: number;
beforeAll(async () => {
  port = await freePort();
  engine = await developmentCdn({ publicUrl: `http://${COMMON}:${port}`, allowLoopback: true });
});
afterAll(() => engine.close());

let ids = 0;
/** Serves a distribution and returns its host. */
async function serve(body: Parameters<typeof distribution>[0]): Promise<string> {
  ids += 1;
  const [id, host] = [`cdn_${ids}`, `${ids}.${COMMON}`];
  documents.set(id, {
    kind: "distribution",
    id,
    revision: ids,
    sequence: ids,
    body: distribution({ hosts: [host], ...body }),
  });
  expect(await engine.apply({ documents, changed: new Set([id]) }, signal)).toEqual([]);
  return host;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function visit(host: string, path: string, { method = "GET", headers = {} }: Asked = {}) {
  return new Promise<{ status?: number | undefined; text: string; headers: Readonly<Record<string, unknown>> }>(
    (resolve, reject) => {
      const at = {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent: false,
        headers: { host: `${host}:${port}`, ...headers },
      };
      const asked = request(at, async (answer) => {
        let text = "";
        for await (const chunk of answer) text += chunk;
        resolve({ status: answer.statusCode, text, headers: answer.headers });
      });
      asked.on("error", reject).end();
    },
  );
}

describe("a bucket", () => {
  const objects = new Map([
    ["a b+c.txt", { body: "0123456789", type: "text/plain" }],
    ["index.html", { body: "home" }],
    ["docs/index.html", { body: "docs" }],
    ["missing.html", { body: "not here" }],
  ]);
  let origin: DistributionDocument["origin"];
  beforeAll(async () => {
    origin = (await storeOfFile(objects)).origin;
  });
  const website = (body: Partial<DistributionDocument["website"]>) => ({
    ...{ indexDocument: "index.html", errorDocument: null, spa: false, redirects: [], headers: [] },
    ...body,
  });

  test("is read with the edge's key; what the store says of itself is not passed on", async () => {
    const host = await serve({ origin });
    const { headers, ...answer } = await visit(host, "/a%20b%2Bc.txt");
    expect(answer).toEqual({ status: 200, text: "0123456789" });
    expect(headers).toMatchObject({
      "x-cache": "BYPASS",
      "cache-control": "public, max-age=3600",
      "content-type": "text/plain",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith("x-amz"))).toEqual([]);
    expect(await visit(host, "/none.txt")).toMatchObject({ status: 404, text: "Not found.\n" });
    expect((await visit(host, "/a%20b%2Bc.txt", { method: "HEAD" })).text).toBe("");
  });

  test("is a website: index, error document, routes of an application, redirects, headers", async () => {
    const redirects = [{ source: "/old/*", destination: "/docs/*", status: 301 }];
    const headers = [{ name: "X-Own", value: "yes" }];
    const pages = await serve({ origin, website: website({ errorDocument: "missing.html", redirects, headers }) });
    expect(await visit(pages, "/")).toMatchObject({ status: 200, text: "home", headers: { "x-own": "yes" } });
    expect(await visit(pages, "/docs/")).toMatchObject({ status: 200, text: "docs" });
    expect(await visit(pages, "/none", { headers: { range: "bytes=0-1" } })).toMatchObject({
      status: 404,
      text: "not here",
    });
    expect(await visit(pages, "/old/x")).toMatchObject({
      status: 301,
      headers: { location: "/docs/x", "x-own": "yes" },
    });
    const application = await serve({ origin, website: website({ spa: true }) });
    expect(await visit(application, "/some/route")).toMatchObject({ status: 200, text: "home" });
  });

  test("that is private needs a signature, which is for one path, one kind of host and a time", async () => {
    const key = Buffer.alloc(32, 7);
    const keys = [{ keyId: "key_1", key: key.toString("base64url"), validUntil: null }];
    const endedSigners = [{ signer: "sig_ended", until: Math.floor(Date.now() / 1000) - 1 }];
    const host = await serve({ origin, commonPath: "/12/photos", access: { isPublic: false, keys, endedSigners } });
    const expires = Math.floor(Date.now() / 1000) + 60;
    const signed = (path: string, reading: "own" | "common", ends = expires, signer = "sig_1") =>
      signUrl({ keyId: "key_1", key }, { path, reading, expires: ends, disposition: "attachment", signer });
    const right = await visit(host, signed("/index.html", "own"));
    expect(right).toMatchObject({ status: 200, text: "home", headers: { "content-disposition": "attachment" } });
    expect(await visit(COMMON, signed("/12/photos/index.html", "common"))).toMatchObject({ status: 200, text: "home" });
    const refused = [
      "/index.html",
      signed("/index.html", "common"),
      signed("/index.html", "own", expires, "sig_ended"),
      signed("/index.html", "own", expires - 61),
      signed("/index.html", "own").replace("/index", "/docs/index"),
      `${signed("/index.html", "own")}A`,
    ];
    for (const target of refused) expect([target, (await visit(host, target)).status]).toEqual([target, 403]);
  });

  test("whose key comes a moment later is answered when it is there", async () => {
    const key = Buffer.alloc(32, 9);
    const host = await serve({ origin, access: { isPublic: false, keys: [], endedSigners: [] } });
    const url = {
      path: "/index.html",
      reading: "own",
      expires: Math.floor(Date.now() / 1000) + 60,
      disposition: null,
      signer: null,
    } as const;
    const answer = visit(host, signUrl({ keyId: "key_2", key }, url));
    const document = documents.get(`cdn_${ids}`);
    if (document === undefined) throw new Error("The distribution is not there.");
    const keys = [{ keyId: "key_2", key: key.toString("base64url"), validUntil: null }];
    documents.set(document.id, {
      ...document,
      body: { ...document.body, access: { isPublic: false, keys, endedSigners: [] } },
    });
    await engine.apply({ documents, changed: new Set([document.id]) }, signal);
    expect(await answer).toMatchObject({ status: 200, text: "home" });
  });
});

test.each(STORE_ANSWERS)("a store's %i to %s is %i without its words", async (own, method, status, text) => {
  const refusing = await originOfFile((_, response) =>
    response.writeHead(own, { "content-range": "bytes */7" }).end("<Error><Resource>/photos/x</Resource></Error>"),
  );
  const { origin } = await storeOfFile(new Map());
  const host = await serve({ origin: { ...origin, endpoint: refusing.origin.url } });
  const answer = await visit(host, "/x", { method });
  expect(answer).toMatchObject({ status, text: expect.stringMatching(text) });
  expect(answer.headers["content-range"]).toBe(status === 416 ? "bytes */7" : undefined);
});

describe("a custom origin", () => {
  test("sees what visitors may say, and no cookies; its redirects are passed on", async () => {
    const { origin, requests, become } = await originOfFile((_, response) => response.end("hello"));
    const host = await serve({ origin });
    const headers = { cookie: "a=b", authorization: "Bearer x", accept: "text/html", range: "bytes=0-1" };
    expect(await visit(host, "/path?q=1", { headers })).toMatchObject({ status: 200, text: "hello" });
    const [seen] = requests;
    expect(seen).toMatchObject({ url: "/path?q=1", headers: { accept: "text/html", "cdn-loop": COMMON } });
    expect([seen?.headers.cookie, seen?.headers.authorization]).toEqual([undefined, undefined]);
    become((_, response) => response.writeHead(302, { location: "http://127.0.0.1/secret" }).end());
    expect(await visit(host, "/")).toMatchObject({ status: 302, headers: { location: "http://127.0.0.1/secret" } });
    expect(requests).toHaveLength(2);
  });

  test("is not reached at a private address, nor when the request has passed the CDN", async () => {
    const hidden = await serve({ origin: { type: "custom", url: "http://10.0.0.1" } });
    expect(await visit(hidden, "/")).toMatchObject({ status: 502, text: "The origin's address is not public.\n" });
    const { origin, requests } = await originOfFile((_, response) => response.end());
    const host = await serve({ origin });
    expect((await visit(host, "/", { headers: { "cdn-loop": `other, ${COMMON}` } })).status).toBe(508);
    expect(requests).toEqual([]);
  });

  test("that does not answer is 502", async () => {
    const host = await serve({ origin: { type: "custom", url: "http://127.0.0.1:1" } });
    expect(await visit(host, "/")).toMatchObject({ status: 502, text: "The origin could not be reached.\n" });
  });
});

test.each([
  ["POST", "/", 405],
  ["GET", "/%zz", 400],
  ["GET", "/a/../b", 400],
  ["GET", "/%00", 400],
])("%s %s is %i", async (method, path, status) => {
  const { origin } = await storeOfFile(new Map());
  expect((await visit(await serve({ origin }), path, { method })).status).toBe(status);
});

test("a disabled distribution is 403, an unknown host 421, an unknown path on the common domain 404", async () => {
  const { origin } = await storeOfFile(new Map());
  const host = await serve({ origin, enabled: false });
  expect((await visit(host, "/")).status).toBe(403);
  expect((await visit("unknown.example", "/")).status).toBe(421);
  expect((await visit(COMMON, "/x")).status).toBe(404);
});

test("a wrong origin fails alone, with a reason", async () => {
  const id = "cdn_wrong";
  const body = distribution({ hosts: ["wrong.example"], origin: { type: "custom", url: "ftp://example.com" } });
  documents.set(id, { kind: "distribution", id, revision: 1, sequence: 1, body });
  const message = "The origin ftp://example.com is reached by neither HTTP nor HTTPS.";
  expect(await engine.apply({ documents, changed: new Set([id]) }, signal)).toEqual([
    { kind: "distribution", id, revision: 1, message },
  ]);
  documents.delete(id);
  expect(await engine.apply({ documents, changed: new Set([id]) }, signal)).toEqual([]);
});

test("requests, bytes and statuses are counted once", async () => {
  const { origin } = await originOfFile((_, response) => response.end("x".repeat(10_000)));
  const host = await serve({ origin });
  await engine.usage();
  await visit(host, "/");
  await visit(host, "/", { method: "POST" });
  const statuses = { "2xx": 1, "3xx": 0, "4xx": 1, "5xx": 0 };
  const used = (await engine.usage()).distributions;
  expect(used).toMatchObject([{ distributionId: `cdn_${ids}`, requests: 2, cacheHits: 0, statuses }]);
  expect(used?.[0]?.bytes).toBeGreaterThan(10_000);
  expect(await engine.usage()).toEqual({ distributions: [] });
});
