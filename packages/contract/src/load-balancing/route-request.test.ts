import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inOrder, type Route, routeRequest } from "./route-request.ts";
import { LoadBalancerRule } from "./rule.ts";

const rule = (fields: object) => LoadBalancerRule.parse({ pool_id: "pool", ...fields });
const prefix = (value: string) => ({ match: "prefix", value });
const exact = (value: string) => ({ match: "exact", value });
const asked = (fields: object = {}) => ({
  transport: "tcp" as const,
  port: 80,
  host: "www.example.com",
  path: "/",
  headers: {},
  ...fields,
});
const listening = (rules: readonly LoadBalancerRule[], default_pool_id: string | null = "default") => [
  { protocol: "http" as const, port: 80, default_pool_id, rules: [...rules] },
];
const toPool = (poolId: string): Route => ({ kind: "pool", poolId });

describe("a rule matches", () => {
  test.each([
    ["the same host", { host: "www.example.com" }, {}, true],
    [
      "the same host with another case, a port and a trailing dot",
      { host: "WWW.example.com" },
      { host: "www.EXAMPLE.com.:8080" },
      true,
    ],
    ["not another host", { host: "example.com" }, {}, false],
    ["a subdomain of a wildcard host", { host: "*.example.com" }, { host: "a.b.example.com" }, true],
    ["not the bare domain of a wildcard host", { host: "*.example.com" }, { host: "example.com" }, false],
    [
      "not a name that merely ends like the wildcard's domain",
      { host: "*.example.com" },
      { host: "notexample.com" },
      false,
    ],
    ["an exact path, with any query", { path: exact("/a") }, { path: "/a?b=c" }, true],
    ["not a path below an exact one", { path: exact("/a") }, { path: "/a/b" }, false],
    ["the path that equals a prefix", { path: prefix("/a") }, { path: "/a" }, true],
    ["a path below a prefix", { path: prefix("/a") }, { path: "/a/b" }, true],
    ["not a path that shares only part of a segment", { path: prefix("/a") }, { path: "/ab" }, false],
    ["every path for the prefix /", { path: prefix("/") }, { path: "/ab" }, true],
    [
      "a header with its name in another case",
      { header: { name: "X-Beta", value: "yes" } },
      { headers: { "x-beta": "yes" } },
      true,
    ],
    [
      "not a header with its value in another case",
      { header: { name: "X-Beta", value: "yes" } },
      { headers: { "x-beta": "Yes" } },
      false,
    ],
    [
      "not a request that meets only one of two conditions",
      { host: "www.example.com", path: prefix("/a") },
      { path: "/b" },
      false,
    ],
    ["every request when it has no condition", {}, { host: "", path: "*" }, true],
  ])("%s", (_, conditions, request, holds) => {
    expect(routeRequest(listening([rule(conditions)]), asked(request))).toEqual(toPool(holds ? "pool" : "default"));
  });
});

test("a redirect leads to HTTPS with the same host, path and query, or to a given URL", () => {
  const to = (redirect: object) =>
    routeRequest(
      listening([LoadBalancerRule.parse({ redirect })]),
      asked({ host: "www.example.com:80", path: "/a?b=c" }),
    );
  expect(to({ https: true, status: 308 })).toEqual({
    kind: "redirect",
    location: "https://www.example.com/a?b=c",
    status: 308,
  });
  expect(to({ url: "https://other.example.com/" })).toEqual({
    kind: "redirect",
    location: "https://other.example.com/",
    status: 301,
  });
});

test("a request without a listener, or without a matching rule and default pool, has no route", () => {
  expect(routeRequest(listening([]), asked({ port: 81 }))).toEqual({ kind: "none" });
  expect(routeRequest(listening([]), asked({ transport: "udp" }))).toEqual({ kind: "none" });
  expect(routeRequest(listening([rule({ host: "a" })], null), asked())).toEqual({ kind: "none" });
});

test("rules of equal priority are ordered by host, path and header, most specific first", () => {
  const ordered = [
    rule({ priority: 1 }),
    rule({ host: "a.example.com" }),
    rule({ host: "*.b.example.com" }),
    rule({ host: "*.example.com", path: exact("/a") }),
    rule({ host: "*.example.com", path: prefix("/a") }),
    rule({ host: "*.example.com" }),
    rule({ path: prefix("/long") }),
    rule({ path: prefix("/a"), header: { name: "x", value: "y" } }),
    rule({ path: prefix("/a") }),
    rule({ header: { name: "x", value: "y" } }),
    rule({}),
    rule({ priority: 101, host: "a.example.com" }),
  ];
  expect(inOrder(ordered.toReversed())).toEqual(ordered);
});

const someRule = fc
  .record({
    priority: fc.integer({ min: 1, max: 3 }),
    host: fc.constantFrom(null, "a.example.com", "*.example.com", "*.a.example.com"),
    path: fc.constantFrom(null, exact("/a"), prefix("/a"), prefix("/a/b"), prefix("/")),
    header: fc.constantFrom(null, { name: "X", value: "1" }),
  })
  .map(rule);
const someRequest = fc
  .record({
    host: fc.constantFrom("a.example.com", "b.a.example.com", "b.example.com", "other"),
    path: fc.constantFrom("/", "/a", "/a/b", "/a/b/c", "/ab"),
    headers: fc.constantFrom({}, { x: "1" }, { x: "2" }),
  })
  .map(asked);

describe("for any rules", () => {
  const numbered = (rules: readonly LoadBalancerRule[]) =>
    rules.map((each, index) => ({ ...each, pool_id: `pool_${index}` }));

  test("the chosen rule matches on its own and has the lowest priority value of all that do", () => {
    fc.assert(
      fc.property(fc.array(someRule, { maxLength: 8 }), someRequest, (some, request) => {
        const rules = numbered(some);
        const holding = rules.filter((each) => routeRequest(listening([each], null), request).kind === "pool");
        const route = routeRequest(listening(rules), request);
        const best = Math.min(...holding.map(({ priority }) => priority));
        const allowed = holding.filter(({ priority }) => priority === best).map(({ pool_id }) => toPool(pool_id));
        expect(allowed.length === 0 ? [toPool("default")] : allowed).toContainEqual(route);
      }),
    );
  });

  test("rules that do not match change nothing, and rules of different priorities may come in any order", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(someRule, { selector: ({ priority }) => priority, maxLength: 3 }),
        someRequest,
        (some, request) => {
          const rules = numbered(some);
          const route = routeRequest(listening(rules), request);
          expect(routeRequest(listening(rules.toReversed()), request)).toEqual(route);
          const never = rule({ priority: 1, host: "never.invalid", pool_id: "never" });
          expect(routeRequest(listening([never, ...rules]), request)).toEqual(route);
        },
      ),
    );
  });
});
