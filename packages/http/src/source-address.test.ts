import { expect, test } from "vitest";
import { sourceAddress, trustedProxies } from "./source-address.ts";

const trusted = trustedProxies(["10.0.0.0/8", "2001:db8::1", "192.0.2.7"]);

test.each([
  ["a peer that nobody trusts is the source, whatever it says", "203.0.113.5", "198.51.100.1", "203.0.113.5"],
  ["a trusted proxy says who asked it", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["what stands before that, the caller may have written", "10.1.2.3", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
  ["trusted proxies are passed, one behind the other", "10.1.2.3", "6.6.6.6,198.51.100.1, 192.0.2.7", "198.51.100.1"],
  ["where all are trusted, the farthest is the source", "10.1.2.3", "10.9.9.9, 192.0.2.7", "10.9.9.9"],
  ["what is no address ends the way", "10.1.2.3", "198.51.100.1, unknown", "10.1.2.3"],
  ["a proxy that says nothing is the source itself", "10.1.2.3", undefined, "10.1.2.3"],
  ["IPv6", "2001:db8::1", "2001:db8:1::5", "2001:db8:1::5"],
  [
    "an address of IPv4 that is written as IPv6 is the same address",
    "::ffff:10.1.2.3",
    "::ffff:198.51.100.1",
    "198.51.100.1",
  ],
])("%s", (_, peer, forwardedFor, source) => {
  expect(sourceAddress(peer, forwardedFor, trusted)).toBe(source);
});

test("nobody is trusted where no proxy is named", () => {
  expect(sourceAddress("127.0.0.1", "198.51.100.1", trustedProxies([]))).toBe("127.0.0.1");
});

test("a socket without an address has no source", () => {
  expect(sourceAddress(undefined, "198.51.100.1", trusted)).toBeUndefined();
});
