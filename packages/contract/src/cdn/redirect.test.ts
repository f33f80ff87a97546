import { describe, expect, test } from "vitest";
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
