import { CdnRedirect, redirectTarget } from "@fulmar/contract";
import { needs } from "@fulmar/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edgeOfFile, lacking, NGINX, originOfFile, type StoredObject, storeOfFile } from "./cdn-fixture.ts";

describe("a website", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  const page = (body: string): StoredObject => ({ body, type: "text/html", headers: { etag: `"${body}"` } });
  const store = await storeOfFile(
    new Map([
      ["index.html", page("home")],
      ["docs/index.html", page("docs")],
      ["start page.html", page("start")],
      ["404.html", page("lost")],
      ["a.txt", page("a")],
    ]),
  );
  const plain = { indexDocument: "index.html", errorDocument: null, spa: false, redirects: [], headers: [] };

  test("the index document answers for folders", async () => {
    const { get } = await edge.serve({ origin: store.origin });
    expect(await get("/")).toMatchObject({ status: 200, text: "home", headers: { "content-type": "text/html" } });
    expect(await get("/docs/")).toMatchObject({ status: 200, text: "docs" });
    expect(await get("/docs")).toMatchObject({ status: 404, text: "Not found.\n" });
    const other = await edge.serve({ origin: store.origin, website: { ...plain, indexDocument: "start page.html" } });
    expect(await other.get("/?utm=1")).toMatchObject({ status: 200, text: "start" });
  });

  test.each(["static-assets", "no-cache"] as const)("the error document answers with 404 (%s)", async (cachePolicy) => {
    const { get } = await edge.serve({
      origin: store.origin,
      cachePolicy,
      website: { ...plain, errorDocument: "404.html" },
    });
    for (const headers of [{}, { range: "bytes=0-1" }, { "if-none-match": '"lost"' }]) {
      const answer = await get("/nothing", { headers });
      expect(answer).toMatchObject({ status: 404, text: "lost", headers: { "content-type": "text/html" } });
    }
    expect(await get("/404.html")).toMatchObject({ status: 200, text: "lost" });
    expect(await get("/a.txt")).toMatchObject({ status: 200, text: "a" });
  });

  test("an error document that is missing itself is a plain 404", async () => {
    const { get } = await edge.serve({ origin: store.origin, website: { ...plain, errorDocument: "none.html" } });
    expect(await get("/nothing")).toMatchObject({ status: 404, text: "Not found.\n" });
  });

  test.each(["static-assets", "no-cache"] as const)(
    "an application's routes answer 200 with the index document (%s)",
    async (cachePolicy) => {
      const { get } = await edge.serve({ origin: store.origin, cachePolicy, website: { ...plain, spa: true } });
      for (const path of ["/users/7", "/docs/none/", "/users/7"])
        expect(await get(path)).toMatchObject({ status: 200, text: "home" });
      if (cachePolicy === "static-assets")
        expect((await get("/users/7", { headers: { "if-none-match": '"home"' } })).status).toBe(304);
      expect(await get("/a.txt")).toMatchObject({ status: 200, text: "a" });
    },
  );

  test("a private bucket's website needs the signature for its error document too", async () => {
    const { get } = await edge.serve({
      origin: store.origin,
      access: { isPublic: false, keys: [], endedSigners: [] },
      website: { ...plain, errorDocument: "404.html", redirects: [{ source: "/r", destination: "/s", status: 301 }] },
    });
    for (const path of ["/nothing", "/", "/r"]) expect((await get(path)).status).toBe(403);
  });

  test("response headers are on every answer of the distribution", async () => {
    const headers = [
      { name: "X-Frame-Options", value: "DENY" },
      { name: "Content-Security-Policy", value: "default-src 'self'" },
    ];
    const { get } = await edge.serve({
      origin: store.origin,
      website: { ...plain, headers, redirects: [{ source: "/r", destination: "/s", status: 302 }] },
    });
    for (const [path, method, status] of [
      ["/", "GET", 200],
      ["/", "GET", 200],
      ["/nothing", "GET", 404],
      ["/r", "GET", 302],
      ["/", "POST", 405],
    ] as const)
      expect(await get(path, { method })).toMatchObject({
        status,
        headers: { "x-frame-options": "DENY", "content-security-policy": "default-src 'self'" },
      });
  });

  test("redirects are the contract's", async () => {
    const origin = await originOfFile((_, response) => response.end("none"));
    const piece = fc.constantFrom("a", "b", "/", "//", "%5C", ".", "%20", "*", "~", "new", "old", "%2F");
    const source = fc
      .tuple(fc.array(piece, { maxLength: 4 }), fc.boolean())
      .map(([pieces, open]) => `/${pieces.join("").replaceAll("*", "")}${open ? "*" : ""}`);
    const destination = fc
      .tuple(
        fc.constantFrom("/", "https://www.example.com/", "https://www.example.com/x?y="),
        fc.array(piece, { maxLength: 3 }),
        fc.boolean(),
      )
      .map(([head, pieces, open]) => `${head}${pieces.join("").replaceAll("*", "")}${open ? "*" : ""}`);
    const rules = fc
      .array(fc.record({ source, destination, status: fc.constantFrom(301, 302, 307, 308) }), { maxLength: 5 })
      .map((all) => all.flatMap((rule) => CdnRedirect.safeParse(rule).data ?? []));
    const path = fc.array(piece, { maxLength: 5 }).map((pieces) => `/${pieces.join("")}`);
    await fc.assert(
      fc.asyncProperty(rules, fc.array(path, { minLength: 4, maxLength: 4 }), async (redirects, paths) => {
        const body = { origin: origin.origin, hosts: ["redirects.example"], website: { ...plain, redirects } };
        const site = await edge.serve(body);
        for (const one of [...paths, ...redirects.map(({ source }) => source.replace(/\*$/, "/x\\y"))]) {
          // Paths with dot segments are refused before.
          const answer = await site.get(one);
          if (answer.status === 400) continue;
          const target = redirectTarget(redirects, one);
          expect({ one, status: answer.status, location: answer.headers.location }).toEqual({
            one,
            status: target?.status ?? 200,
            location: target?.location,
          });
        }
        await edge.apply(site.id);
      }),
      { numRuns: 60 },
    );
  });
});
