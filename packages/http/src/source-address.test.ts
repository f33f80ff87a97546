import { expect, test } from "vitest";
import { sourceAddress, trustedProxies } from "./source-address.ts";

const trusted = trustedProxies(["10.0.0.0/8", "2001:db8::1", "192.0.2.7"]);

test.each([
  ["an untrusted peer is the source, whatever its header says", "203.0.113.5", "198.51.100.1", "203.0.113.5"],
  ["a trusted proxy's header names the source", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["entries to the left of the source are ignored", "10.1.2.3", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
  ["a chain of trusted proxies is skipped", "10.1.2.3", "6.6.6.6,198.51.100.1, 192.0.2.7", "198.51.100.1"],
  ["the farthest address is the source when all are trusted", "10.1.2.3", "10.9.9.9, 192.0.2.7", "10.9.9.9"],
  ["an invalid entry ends the search", "10.1.2.3", "198.51.100.1, unknown", "10.1.2.3"],
  ["a trusted proxy without a header is the source itself", "10.1.2.3", undefined, "10.1.2.3"],
  ["IPv6 addresses work the same way", "2001:db8::1", "2001:db8:1::5", "2001:db8:1::5"],
  ["an IPv4-mapped IPv6 address equals the IPv4 address", "::ffff:10.1.2.3", "::ffff:198.51.100.1", "198.51.100.1"],
])("%s", (_, peer, forwardedFor, source) => {
  expect(sourceAddress(peer, forwardedFor, trusted)).toBe(source);
});

test("no peer is trusted when no proxy is configured", () => {
  expect(sourceAddress("127.0.0.1", "198.51.100.1", trustedProxies([]))).toBe("127.0.0.1");
});

test("a socket without an address has no source", () => {
  expect(sourceAddress(undefined, "198.51.100.1", trusted)).toBeUndefined();
});
