import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { operations as tenants } from "../examples/all.ts";
import { pathOf } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";
import { eachOperatorOperation } from "../installation/operator-examples/all.ts";

let api: Api;
let authorization: string;
let workspace: string;
beforeAll(async () => {
  api = await startApi();
  authorization = `Bearer ${api.tenant.token}`;
  workspace = `workspace_id=${api.tenant.workspaceId}`;
});
afterAll(() => api.close());

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY", "PROPFIND"] as const;
const operations = [...tenants, ...eachOperatorOperation.map(([, operation]) => operation)];
const urls = [
  ...new Set(operations.map((operation) => `/v1${pathOf(operation, new Proxy({}, { get: () => "some-id" }))}`)),
];
const methodsOf = new Map(
  urls.map((url) => [
    url,
    operations.filter((operation) => `/v1${pathOf(operation, new Proxy({}, { get: () => "some-id" }))}` === url),
  ]),
);

describe("405 method_not_allowed", () => {
  test.each(urls)("for other methods, with Allow, at %s", async (url) => {
    const allowed = methodsOf.get(url)?.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])) ?? [];
    for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
      const response = await api.inject({
        method,
        url,
        headers: { authorization, "content-type": "application/json" },
        body: "not JSON",
      });
      if (method === "HEAD")
        expect({ status: response.status, text: response.text }).toEqual({ status: 405, text: "" });
      else expectError(response, 405, "method_not_allowed", method);
      expect(response.headers.allow?.split(", ").toSorted()).toEqual(allowed.toSorted());
    }
  });
});

describe("unknown and malformed URLs", () => {
  test.each([
    "/",
    "/v1",
    "/v1/",
    "/v2/token",
    "/v1/token/other",
    "/v1/compute",
    "/v1//token",
    "/V1/token",
    "/v1/../v1/nothing",
    "/favicon.ico",
  ])("404 unknown_endpoint: %s", async (url) => {
    for (const method of METHODS.filter((candidate) => candidate !== "HEAD")) {
      expectError(await api.inject({ method, url, headers: { authorization } }), 404, "unknown_endpoint", method);
    }
  });

  test.each([
    "/v1/%",
    "/v1/%zz",
    "/v1/compute/cloud-vms/%",
    "/v1/compute/cloud-vms/%ff%fe",
    "/v1/compute/cloud-vms/%E0%A4%A",
    "/v1/token%",
  ])("400 or 404 for malformed encoding: %s", async (url) => {
    const response = await api.inject({ method: "GET", url: `${url}?${workspace}`, headers: { authorization } });
    expectError(
      response,
      response.status === 404 ? 404 : 400,
      response.status === 404 ? "unknown_endpoint" : "invalid_request",
    );
  });

  test("404 not_found for an unusual but decodable id", async () => {
    for (const id of [
      "..%2f..%2ftoken",
      "%20",
      "vm_%27%3B--",
      "%F0%9F%98%80",
      "a".repeat(128),
      "__proto__",
      "null",
      "*",
    ]) {
      const response = await api.inject({
        method: "GET",
        url: `/v1/compute/cloud-vms/${id}?${workspace}`,
        headers: { authorization },
      });
      expectError(response, 404, "not_found", id);
    }
  });

  test("400 names vm_id for an id that is too long or has a null character", async () => {
    const longs = [129, 1000, 1025, 5000, 15_000].map((length) => "a".repeat(length));
    for (const id of [...longs, "%C3%A9".repeat(129), "vm_%00"]) {
      const response = await api.inject({
        method: "GET",
        url: `/v1/compute/cloud-vms/${id}?${workspace}`,
        headers: { authorization },
      });
      expectError(response, 400, "invalid_request", id);
      const message = id === "vm_%00" ? expect.any(String) : "must have at most 128 characters";
      expect(response.body.errors).toEqual([{ field: "vm_id", message }]);
    }
  });
});

describe("query strings", () => {
  test.each([
    "__proto__=1",
    "constructor=1",
    "toString=1",
    "limit=1&limit=2",
    "limit[]=1",
    "limit=%zz",
    "%ff=1",
    "a&b&c",
    "=1",
    "&&=&",
  ])("400 for %s", async (query) => {
    const response = await api.inject({
      method: "GET",
      url: `/v1/compute/cloud-vms?${workspace}&${query}`,
      headers: { authorization },
    });
    expectError(response, 400, "invalid_request");
  });

  test("400 for a repeated workspace_id, even with one value", async () => {
    const response = await api.inject({
      method: "GET",
      url: `/v1/token?${workspace}&${workspace}`,
      headers: { authorization },
    });
    expectError(response, 400, "invalid_request");
  });
});

describe("X-Request-Id", () => {
  const ask = (id?: string) =>
    api.inject({
      method: "GET",
      url: `/v1/token?${workspace}`,
      headers: { authorization, ...(id !== undefined && { "x-request-id": id }) },
    });

  test("returns a well-formed request id", async () => {
    for (const id of ["12345678", "a-B_9".repeat(12), "0f8fad5b-d9cb-469f-a165-70867728950e"])
      expect((await ask(id)).headers["x-request-id"]).toBe(id);
  });

  test("replaces a missing or malformed request id with a new one", async () => {
    const made = new Set<string | undefined>();
    for (const id of [
      undefined,
      "",
      "short",
      "x".repeat(65),
      "<script>alert(1)</script>",
      "a b c d e f",
      "naïve-request",
      '{"a":"bcdefg"}',
    ]) {
      const given = (await ask(id)).headers["x-request-id"];
      expect(given).toMatch(/^[0-9a-f-]{36}$/);
      made.add(given);
    }
    expect(made.size).toBe(8);
  });
});

describe("endpoints without authentication", () => {
  test.each([
    ["/healthz", { status: "ok" }],
    ["/readyz", { status: "ready" }],
  ])("200: %s answers in JSON", async (url, body) => {
    const response = await api.inject({ method: "GET", url });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body });
  });

  test("metrics count failed sign-ins by kind, for all processes", async () => {
    await api.database.prisma.signInFailure.create({ data: { kind: "password", failures: 7n } });
    expect(await api.metrics.text()).toContain('fulmar_sign_in_failures_total{kind="password"} 7');
    // A counter of the database is not added to again.
    expect(await api.metrics.text()).toContain('fulmar_sign_in_failures_total{kind="password"} 7');
  });

  test("metrics count requests by operation and status, without tokens and ids", async () => {
    await api.inject({ method: "GET", url: `/v1/token?${workspace}`, headers: { authorization } });
    const text = await api.metrics.text();
    expect(text).toMatch(/fulmar_http_request_duration_seconds_count\{operation="token.get",status="200"\} [1-9]/);
    expect(text).not.toContain(api.tenant.token);
    expect(text).not.toContain(api.tenant.organizationId);
  });

  test("404: /metrics at the public listener", async () => {
    for (const headers of [{}, { authorization }])
      expectError(await api.inject({ method: "GET", url: "/metrics", headers }), 404, "unknown_endpoint");
  });

  test("200: /v1/docs loads nothing from other hosts", async () => {
    const page = await api.inject({ method: "GET", url: "/v1/docs/" });
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/(src|href)="https?:/);
  });
});
