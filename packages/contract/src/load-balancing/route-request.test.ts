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

describe("a rule", () => {
  test.each([
    ["of a host", { host: "www.example.com" }, {}, true],
    [
      "of a host, whatever the case, the port and the last dot",
      { host: "WWW.example.com" },
      { host: "www.EXAMPLE.com.:8080" },
      true,
    ],
    ["of another host", { host: "example.com" }, {}, false],
    ["of a suffix", { host: "*.example.com" }, { host: "a.b.example.com" }, true],
    ["of a suffix, which is not the name itself", { host: "*.example.com" }, { host: "example.com" }, false],
    ["of a suffix, which begins at a dot", { host: "*.example.com" }, { host: "notexample.com" }, false],
    ["of an exact path", { path: exact("/a") }, { path: "/a?b=c" }, true],
    ["of an exact path, below it", { path: exact("/a") }, { path: "/a/b" }, false],
    ["of a prefix, itself", { path: prefix("/a") }, { path: "/a" }, true],
    ["of a prefix, below it", { path: prefix("/a") }, { path: "/a/b" }, true],
    ["of a prefix, which is of whole segments", { path: prefix("/a") }, { path: "/ab" }, false],
    ["of all paths", { path: prefix("/") }, { path: "/ab" }, true],
    [
      "of a header, whatever the case of its name",
      { header: { name: "X-Beta", value: "yes" } },
      { headers: { "x-beta": "yes" } },
      true,
    ],
    [
      "of a header, whose value is exact",
      { header: { name: "X-Beta", value: "yes" } },
      { headers: { "x-beta": "Yes" } },
      false,
    ],
    ["of host and path", { host: "www.example.com", path: prefix("/a") }, { path: "/b" }, false],
    ["without a condition", {}, { host: "", path: "*" }, true],
  ])("%s", (_, conditions, request, holds) => {
    expect(routeRequest(listening([rule(conditions)]), asked(request))).toEqual(toPool(holds ? "pool" : "default"));
  });
});

test("a redirect leads to HTTPS, with host, path and query, or to a URL", () => {
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

test("nothing answers where nothing listens, where UDP does, or where no rule holds and there is no default pool", () => {
  expect(routeRequest(listening([]), asked({ port: 81 }))).toEqual({ kind: "none" });
  expect(routeRequest(listening([]), asked({ transport: "udp" }))).toEqual({ kind: "none" });
  expect(routeRequest(listening([rule({ host: "a" })], null), asked())).toEqual({ kind: "none" });
});

test("between equal priorities host goes before path, path before header, the longer before the shorter, exact before prefix", () => {
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

describe("whatever the rules", () => {
  const numbered = (rules: readonly LoadBalancerRule[]) =>
    rules.map((each, index) => ({ ...each, pool_id: `pool_${index}` }));

  test("the pool is of a rule that holds by itself, and no rule that holds by itself has a lower priority", () => {
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

  test("rules that hold for nothing of it change nothing, and those of different priorities may stand in any order", () => {
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
