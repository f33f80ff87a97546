import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cdnOf } from "./cdn-fixture.ts";

let api: Api;
const { at, distribution, distributionThatIs } = cdnOf(() => api);
const get = async (id: string) => (await api.request("GET", at(id, "/website"))).body;
const put = (id: string, body: object) => api.request("PUT", at(id, "/website"), { body });

const DEFAULTS = { index_document: "index.html", error_document: null, spa: false, redirects: [], headers: [] };
const SETTINGS = {
  index_document: "start.html",
  error_document: "errors/404.html",
  spa: false,
  redirects: [
    { source: "/old", destination: "/new", status: 301 },
    { source: "/blog/*", destination: "https://blog.example.com/*", status: 308 },
  ],
  headers: [{ name: "Content-Security-Policy", value: "default-src 'self'; img-src *" }],
};

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("/cdn/distributions/{distribution_id}/website", () => {
  test("200: the defaults before any change", async () => {
    const { id } = await distributionThatIs("active");
    expect(await get(id)).toEqual({ distribution_id: id, ...DEFAULTS, pending_changes: false, updated_at: null });
  });

  test("200: PUT replaces all settings; omitted fields return to their defaults", async () => {
    const { id } = await distributionThatIs("active");
    const { status, body } = await put(id, SETTINGS);
    expect({ status, body }).toEqual({
      status: 200,
      body: { distribution_id: id, ...SETTINGS, pending_changes: true, updated_at: expect.any(String) },
    });
    expect(await get(id)).toEqual(body);
    expect((await put(id, { spa: true, redirects: [{ source: "/a", destination: "/b" }] })).body).toMatchObject({
      ...DEFAULTS,
      spa: true,
      redirects: [{ source: "/a", destination: "/b", status: 301 }],
    });
    expect((await put(id, {})).body).toMatchObject(DEFAULTS);
  });

  test("200: PUT with unchanged settings leaves nothing to deploy", async () => {
    const { id } = await distributionThatIs("active");
    const { updated_at } = (await put(id, SETTINGS)).body;
    await api.database.pool.query(
      "UPDATE cdn_distribution SET deployed_revision = revision, deploy_at = NULL WHERE distribution_id = $1",
      [id],
    );
    expect((await put(id, SETTINGS)).body).toMatchObject({ pending_changes: false, updated_at });
    expect((await put(id, { ...SETTINGS, error_document: null })).body).toMatchObject({ pending_changes: true });
  });

  test.each<readonly [string, object]>([
    ["index_document", { index_document: "" }],
    ["index_document", { index_document: "a/b.html" }],
    ["index_document", { index_document: ".." }],
    ["error_document", { error_document: "/404.html" }],
    ["error_document", { error_document: "a/../b" }],
    ["error_document", { error_document: "404.html", spa: true }],
    ["redirects", { redirects: [SETTINGS.redirects[0], SETTINGS.redirects[0]] }],
    [
      "redirects",
      { redirects: Array.from({ length: 101 }, (_, index) => ({ source: `/${index}`, destination: "/new" })) },
    ],
    [
      "headers",
      {
        headers: [
          { name: "X-A", value: "1" },
          { name: "x-a", value: "2" },
        ],
      },
    ],
    ["redirects.0.status", { redirects: [{ source: "/a", destination: "/b", status: 303 }] }],
    ...["a", "/a*b", "/a?b", "/a b", "https://example.com/a"].map(
      (source) => ["redirects.0.source", { redirects: [{ source, destination: "/b" }] }] as const,
    ),
    ...[
      "b",
      "//evil.example.com",
      "/\\evil.example.com",
      "javascript:alert(1)",
      "https://",
      "https://u:p@example.com",
      "/a\r\nX-A: 1",
      "/b*",
    ].map((destination) => ["redirects.0.destination", { redirects: [{ source: "/a", destination }] }] as const),
    ...[
      "",
      "a b",
      "a:b",
      "Set-Cookie",
      "Connection",
      "transfer-encoding",
      "CONTENT-LENGTH",
      "Cache-Control",
      "Proxy-Authenticate",
      "Location",
      "ü",
    ].map((name) => ["headers.0.name", { headers: [{ name, value: "1" }] }] as const),
    ...["", " a", "a ", "a\r\nSet-Cookie: b=c", "a\nb", "a\tb", "ü", "a".repeat(1025)].map(
      (value) => ["headers.0.value", { headers: [{ name: "X-A", value }] }] as const,
    ),
  ])("400 names %s for %j", async (field, body) => {
    const { id } = await distribution();
    const refused = await put(id, body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field });
    expect(await get(id)).toMatchObject(DEFAULTS);
  });

  test("400: redirects that loop, also through the distribution's own host names", async () => {
    const { id, default_domain } = await distribution();
    await api.request("POST", at(id, "/custom-domains"), { body: { domain: "loop.example.com" } });
    for (const host of [default_domain, "loop.example.com"]) {
      const redirects = [
        { source: "/a", destination: "/b" },
        { source: "/b", destination: `https://${host}/a` },
      ];
      expect(await put(id, { redirects })).toMatchObject({ status: 400, body: { errors: [{ field: "redirects" }] } });
    }
    const elsewhere = [
      { source: "/a", destination: "/b" },
      { source: "/b", destination: "https://other.example.com/a" },
    ];
    expect((await put(id, { redirects: elsewhere })).status).toBe(200);
  });

  test("404 for an absent distribution", async () => {
    expect((await api.request("GET", at("cdn_absent", "/website"))).status).toBe(404);
    expect((await put("cdn_absent", {})).status).toBe(404);
  });
});
