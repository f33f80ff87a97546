import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DomainName, hostSpelling } from "./domain-name.ts";

describe("DomainName", () => {
  test.each([
    ["cdn.example.com", "cdn.example.com"],
    ["CDN.Example.COM", "cdn.example.com"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["example.com", "example.com"],
    [`${"a.".repeat(115)}co.uk`, `${"a.".repeat(115)}co.uk`],
  ])("accepts %s", (sent, kept) => {
    expect(DomainName.parse(sent)).toBe(kept);
  });

  test.each([
    "",
    "localhost",
    "10.0.0.1",
    "a..b",
    "-a.example",
    "a-.example",
    "a_b.example",
    "https://a.example",
    "a.example.",
    "*.example.com",
    "bücher.example",
    `${"a".repeat(64)}.example`,
    `${"a.".repeat(115)}com.uk`,
    "cdn.example.com\n",
    "_dmarc.example.com",
    "cdn。example。com",
  ])("refuses %j", (name) => {
    expect(DomainName.safeParse(name).success).toBe(false);
  });

  test.each([
    ["bücher.example", "must be written in ASCII, as xn--bcher-kva.example"],
    ["BÜCHER.example", "must be written in ASCII, as xn--bcher-kva.example"],
    ["bu\u0308cher.example", "must be written in ASCII, as xn--bcher-kva.example"],
    ["日本.example.", "must be written in ASCII, as xn--wgv71a.example"],
    ["cdn。example。com", "must be written in ASCII, as cdn.example.com"],
    ["ⓒⓓⓝ.example.com", "must be written in ASCII, as cdn.example.com"],
    ["a.example.", "must be written without the dot at its end"],
    ["a.example..", "must be a host name such as cdn.example.com"],
    ["bücher.example/ü", "must be a host name such as cdn.example.com"],
    ["bücher@example.com", "must be a host name such as cdn.example.com"],
    ["\u00ad.example", "must be a host name such as cdn.example.com"],
    ["*.bücher.example", "must be a host name such as cdn.example.com"],
  ])("says how to write %j: %s", (name, sentence) => {
    expect(DomainName.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });

  test("the spelling that it says is one that it takes, or it says none", () => {
    const label = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
    const named = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => `${labels.join(".")}.example`);
    let said = 0;
    fc.assert(
      fc.property(named, fc.boolean(), (name, hasDot) => {
        const [, written] = /as (.*)$/.exec(hostSpelling(hasDot ? `${name}.` : name) ?? "") ?? [];
        if (written === undefined) return;
        said += 1;
        expect(written).toMatch(/^[a-z0-9.-]+$/);
        expect(hostSpelling(written)).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
    expect(said).toBeGreaterThan(100);
  });

  test("a long name is not converted", () => {
    expect(hostSpelling("ü".repeat(1_000_000))).toBeUndefined();
    expect(DomainName.safeParse("ü".repeat(1_000_000)).success).toBe(false);
  });
});
