import { describe, expect, test } from "vitest";
import { DomainName } from "./domain-name.ts";

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
});
