import { describe, expect, test } from "vitest";
import { LoadBalancerRule } from "../load-balancing/rule.ts";
import { CdnRedirect, endlessRedirect, redirectTarget } from "./redirect.ts";

const rules = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([source, destination]) => CdnRedirect.parse({ source, destination }));
const HERE = "here.example.com";

describe("endlessRedirect", () => {
  test.each([
    ["no rules", rules()],
    ["a rule", rules(["/a", "/b"])],
    ["a chain", rules(["/a", "/b"], ["/b", "/c"], ["/c", "/d"])],
    ["a wildcard whose target it does not match", rules(["/old/*", "/*"])],
    ["the same path on another host", rules(["/*", "https://there.example.com/*"])],
    ["a query, which is not part of a source", rules(["/a", "/b?next=/a"])],
    ["a loop through a rule that an earlier rule hides", rules(["/a", "https://there.example.com"], ["/a*", "/a"])],
    [
      "a chain of ten rules",
      rules(...Array.from({ length: 10 }, (_, index) => [`/${index}`, `/${index + 1}`] as const)),
    ],
  ])("accepts %s", (_, chain) => {
    expect(endlessRedirect(chain, [HERE])).toBeUndefined();
  });

  test.each([
    ["a rule to itself", "/a", rules(["/a", "/a"])],
    ["two rules that send to each other", "/a", rules(["/a", "/b"], ["/b", "/a"])],
    ["a chain into a loop", "/start", rules(["/start", "/a"], ["/a", "/b"], ["/b", "/a"])],
    ["a wildcard that lengthens the path forever", "/*", rules(["/*", "/new/*"])],
    ["a wildcard that matches its own target", "/*", rules(["/*", "/maintenance"])],
    ["a loop through the distribution's own host", "/a", rules(["/a", `https://${HERE}/a`])],
    ["a loop through the same host in another spelling", "/a", rules(["/a", `http://${HERE.toUpperCase()}./a#top`])],
    ["a target that differs only in its query", "/a", rules(["/a", "/a?again=1"])],
    ["a loop hidden by dot segments", "/a", rules(["/a", "/x/../a"])],
    [
      "a chain of eleven rules",
      "/0",
      rules(...Array.from({ length: 11 }, (_, index) => [`/${index}`, `/${index + 1}`] as const)),
    ],
  ])("refuses %s", (_, source, loop) => {
    expect(endlessRedirect(loop, [HERE])).toBe(source);
  });

  test("refuses rules that grow without limit", () => {
    const long = "x".repeat(1900);
    const chain = rules(
      ...Array.from({ length: 100 }, (_, index) => [`/${index}-*`, `/${index + 1}-${long}*`] as const),
    );
    expect(endlessRedirect(chain, [HERE])).toBe("/0-*");
  });
});

describe("redirectTarget", () => {
  const table = rules(
    ["/old", "/new"],
    ["/blog/*", "https://blog.example.com/*"],
    ["/up/*", "/*"],
    ["/a*", "/b*"],
    ["/shop*", "/"],
  );

  test.each([
    ["/old", "/new"],
    ["/blog/", "https://blog.example.com/"],
    ["/blog/a%20b/c", "https://blog.example.com/a%20b/c"],
    ["/up/x", "/x"],
    ["/abc", "/bbc"],
    ["/shopping/cart", "/"],
  ])("redirects %s to %s", (path, location) => {
    expect(redirectTarget(table, path)).toEqual({ location, status: 301 });
  });

  test.each(["/", "/old/", "/older", "/Old", "/blog"])("does not redirect %s", (path) => {
    expect(redirectTarget(table, path)).toBeUndefined();
  });

  test.each([
    "/up//evil.example",
    "/up///evil.example",
    "/up/\\evil.example",
    "/up/\\/evil.example",
    "/up//\\evil.example",
    "/blog/@evil.example",
    "/blog//evil.example",
  ])("never redirects %s to another host", (path) => {
    const { location } = redirectTarget(table, path) ?? { location: "https://none.example" };
    expect(["cdn.example.com", "blog.example.com"]).toContain(new URL(location, "https://cdn.example.com").host);
  });
});

test.each([
  "https://www.example.com*",
  "https://www.example.com.*",
  "https://*",
  "https://a*b.example.com/",
  "https://www.example.com:44*",
])("a destination is refused when its host has a wildcard: %s", (destination) => {
  expect(CdnRedirect.safeParse({ source: "/*", destination }).success).toBe(false);
});

test.each(["HTTPS://www.example.com/new", "Http://www.example.com", "hTTps://WWW.example.com:8443/a?b=c#d"])(
  "a destination has its scheme in any case: %s",
  (destination) => {
    expect(CdnRedirect.parse({ source: "/a", destination }).destination).toBe(destination);
    expect(LoadBalancerRule.safeParse({ redirect: { url: destination } }).success).toBe(true);
  },
);

const PATH_OR_URL =
  "must be a path such as /new, or a URL such as https://www.example.com/new; a * may stand at its end";
test.each([
  ["https://münchen.example/ü?a=b", "must be written in ASCII, as https://xn--mnchen-3ya.example/%C3%BC?a=b"],
  ["HTTPS://日本.example", "must be written in ASCII, as https://xn--wgv71a.example/"],
  ["https://www。example。com/*", "must be written in ASCII, as https://www.example.com/*"],
  ["javascript:alert('ü')", PATH_OR_URL],
  ["https://ü@münchen.example/", PATH_OR_URL],
  ["https:\\\\münchen.example", "must be written in ASCII, as https://xn--mnchen-3ya.example/"],
  ["HTTPS:/www.example.com", PATH_OR_URL],
  ["FTP://www.example.com", PATH_OR_URL],
  ["//münchen.example", PATH_OR_URL],
])("the refusal of the destination %s says: %s", (destination, message) => {
  const { error } = CdnRedirect.safeParse({ source: "/a*", destination });
  expect(error?.issues.map(({ message }) => message)).toEqual([message]);
});

test.each([
  ["münchen.example", "must be written in ASCII, as xn--mnchen-3ya.example"],
  ["*.münchen.example", "must be written in ASCII, as *.xn--mnchen-3ya.example"],
  ["www.example.com.", "must be written without the dot at its end"],
  ["www example", "must be a host such as www.example.com or *.example.com"],
])("the refusal of a rule's host %s says: %s", (host, message) => {
  const { error } = LoadBalancerRule.safeParse({ host, pool_id: "pool_1" });
  expect(error?.issues.map(({ message }) => message)).toEqual([message]);
});
