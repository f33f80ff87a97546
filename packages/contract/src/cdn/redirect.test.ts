import { describe, expect, test } from "vitest";
import { CdnRedirect, endlessRedirect, redirectTarget } from "./redirect.ts";

const rules = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([source, destination]) => CdnRedirect.parse({ source, destination }));
const HERE = "here.example.com";

describe("endlessRedirect", () => {
  test.each([
    ["nothing", rules()],
    ["a rule", rules(["/a", "/b"])],
    ["a chain", rules(["/a", "/b"], ["/b", "/c"], ["/c", "/d"])],
    ["a wildcard that leads out of itself", rules(["/old/*", "/*"])],
    ["another host of the same path", rules(["/*", "https://there.example.com/*"])],
    ["a query, which is no part of a source", rules(["/a", "/b?next=/a"])],
    ["a rule that none reaches, behind one that fits first", rules(["/a", "https://there.example.com"], ["/a*", "/a"])],
    ["ten in a row", rules(...Array.from({ length: 10 }, (_, index) => [`/${index}`, `/${index + 1}`] as const))],
  ])("takes %s", (_, chain) => {
    expect(endlessRedirect(chain, [HERE])).toBeUndefined();
  });

  test.each([
    ["a rule to itself", "/a", rules(["/a", "/a"])],
    ["two that send to each other", "/a", rules(["/a", "/b"], ["/b", "/a"])],
    ["a chain into a loop", "/start", rules(["/start", "/a"], ["/a", "/b"], ["/b", "/a"])],
    ["a wildcard that grows", "/*", rules(["/*", "/new/*"])],
    ["a wildcard whose target it covers", "/*", rules(["/*", "/maintenance"])],
    ["our own host", "/a", rules(["/a", `https://${HERE}/a`])],
    ["our own host, written otherwise", "/a", rules(["/a", `http://${HERE.toUpperCase()}./a#top`])],
    ["a query that leads to the same path", "/a", rules(["/a", "/a?again=1"])],
    ["dot segments", "/a", rules(["/a", "/x/../a"])],
    [
      "eleven in a row",
      "/0",
      rules(...Array.from({ length: 11 }, (_, index) => [`/${index}`, `/${index + 1}`] as const)),
    ],
  ])("refuses %s", (_, source, loop) => {
    expect(endlessRedirect(loop, [HERE])).toBe(source);
  });

  test("takes no longer for rules that are made to grow", () => {
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
  ])("sends %s to %s", (path, location) => {
    expect(redirectTarget(table, path)).toEqual({ location, status: 301 });
  });

  test.each(["/", "/old/", "/older", "/Old", "/blog"])("leaves %s alone", (path) => {
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
  ])("a visitor cannot make another host of it: %s", (path) => {
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
])("the host of a destination is whole: %s", (destination) => {
  expect(CdnRedirect.safeParse({ source: "/*", destination }).success).toBe(false);
});
