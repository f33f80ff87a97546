import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EDGE_DOMAIN } from "./edge.ts";
import { deriveUrlKey, type SignedUrl, signUrl, type UrlKey, verifyUrl } from "./url-signature.ts";

const SECRET = "a secret of the installation";
const keyOf = (keyId: string, bucket = "bkt_1", secret = SECRET): UrlKey => ({
  keyId,
  key: deriveUrlKey(secret, { key_id: keyId, salt: "00ff" }, bucket),
  validUntil: null,
});
const key = keyOf("key_1");
const older = keyOf("key_0");
const now = new Date("2026-11-21T10:00:00.000Z");
const soon = now.getTime() / 1000 + 60;
const host = "abc.cdn.fulmar.example";
const open = (keys: readonly UrlKey[]) => ({ keys, isPublic: true });
const url = (changes: Partial<SignedUrl> = {}) =>
  signUrl(key, { host, path: "/a%20b/c.txt", expires: soon, disposition: "inline", ...changes });

const segment = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .filter((text) => text.isWellFormed() && text !== "." && text !== "..");
const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.map(encodeURIComponent).join("/")}`);
const signed: fc.Arbitrary<SignedUrl> = fc.record({
  host: fc.constantFrom(host, EDGE_DOMAIN, "cdn.example.com"),
  path,
  expires: fc.option(fc.integer({ min: soon, max: soon + 604_800 })),
  disposition: fc.option(fc.constantFrom("inline", "attachment")),
});

describe("verifyUrl", () => {
  test("accepts a URL signed with any of the keys", () => {
    fc.assert(
      fc.property(signed, fc.constantFrom(key, older), (one, by) => {
        expect(verifyUrl(open([key, older]), signUrl(by, one), now)).toBe(true);
      }),
    );
  });

  test("refuses a URL that is changed in any character after the host", () => {
    fc.assert(
      fc.property(signed, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (one, at, character) => {
        const text = signUrl(key, one);
        const start = `https://${one.host}`.length;
        const index = start + (at % (text.length - start));
        const changed = `${text.slice(0, index)}${character}${text.slice(index + 1)}`;
        fc.pre(changed !== text);
        expect(verifyUrl(open([key]), changed, now)).toBe(false);
        expect(verifyUrl(open([key]), `${text.slice(0, index)}${text.slice(index + 1)}`, now)).toBe(false);
        expect(verifyUrl(open([key]), `${text}${character}`, now)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("refuses any other text and never throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withQueryParameters: true, withFragments: true })),
        (text) => {
          expect(verifyUrl(open([key]), text, now)).toBe(false);
          expect(verifyUrl(open([key]), `https://${host}/a?key=key_1&signature=${text}`, now)).toBe(false);
        },
      ),
    );
  });

  test("refuses the signature of another path, expiry, disposition or key", () => {
    fc.assert(
      fc.property(signed, signed, fc.constantFrom(key, older), (one, other, by) => {
        const there = { ...other, host: one.host };
        fc.pre(by !== key || JSON.stringify(there) !== JSON.stringify(one));
        const signature = new URL(signUrl(key, one)).searchParams.get("signature") ?? "";
        expect(
          verifyUrl(open([key, older]), signUrl(by, there).replace(/signature=.*/, `signature=${signature}`), now),
        ).toBe(false);
      }),
    );
  });

  test("accepts a URL until it expires", () => {
    expect(verifyUrl(open([key]), url(), new Date(soon * 1000 - 1))).toBe(true);
    expect(verifyUrl(open([key]), url(), new Date(soon * 1000))).toBe(false);
  });

  test("opens a private bucket only for a URL that expires", () => {
    const closed = { keys: [key], isPublic: false };
    expect(verifyUrl(closed, url(), now)).toBe(true);
    expect(verifyUrl(closed, url({ expires: null }), now)).toBe(false);
  });

  test("accepts a retired key's signature until the key's end", () => {
    const retired = { ...key, validUntil: new Date(now.getTime() + 1) };
    expect(verifyUrl(open([retired]), url({ expires: null }), now)).toBe(true);
    expect(verifyUrl(open([retired]), url({ expires: null }), retired.validUntil)).toBe(false);
  });

  test.each([
    ["a revoked key", []],
    ["the key of another bucket", [keyOf("key_1", "bkt_2")]],
    ["a key derived from another secret", [keyOf("key_1", "bkt_1", "another secret")]],
    ["another key under the same name", [{ ...older, keyId: "key_1" }]],
  ])("refuses %s", (_, keys) => {
    expect(verifyUrl(open(keys), url(), now)).toBe(false);
  });

  test.each<[string, (text: string) => string]>([
    ["an encoded dot segment", (text) => text.replace("/a%20b/", "/x/%2e%2e/a%20b/")],
    ["a dot segment", (text) => text.replace("/a%20b/", "/x/../a%20b/")],
    ["a double slash", (text) => text.replace("/a%20b/", "//a%20b/")],
    ["an encoded slash", (text) => text.replace("/c.txt", "%2Fc.txt")],
    ["an encoded letter", (text) => text.replace("c.txt", "%63.txt")],
    ["a space written as a plus", (text) => text.replace("%20", "+")],
    ["a backslash", (text) => text.replace("/c.txt", "\\c.txt")],
    ["a tab that URL parsers remove", (text) => text.replace("/c.txt", "/\tc.txt")],
    ["a capital host", (text) => text.replace("abc", "ABC")],
    ["a fragment", (text) => `${text}#x`],
    ["a user", (text) => text.replace("https://", "https://x@")],
    ["a port", (text) => text.replace(".example/", ".example:443/")],
    ["no encryption", (text) => text.replace("https:", "http:")],
    ["a second expiry after the first", (text) => `${text}&expires=${soon + 9}`],
    ["a second expiry before the first", (text) => text.replace("?", `?expires=${soon + 9}&`)],
    ["an expiry with a leading zero", (text) => text.replace("expires=", "expires=0")],
    ["an encoded parameter name", (text) => text.replace("expires=", "%65xpires=")],
    ["parameters in another order", (text) => text.replace(/(expires=\d+)&(disposition=[a-z]+)/, "$2&$1")],
    ["an unknown disposition", (text) => text.replace("inline", "inline%0A")],
    ["an extra parameter", (text) => `${text}&x=1`],
    ["padding at the signature's end", (text) => `${text}=`],
  ])("refuses %s", (_, change) => {
    expect(change(url())).not.toBe(url());
    expect(verifyUrl(open([key]), change(url()), now)).toBe(false);
  });

  test("refuses another Unicode normalization or another case of the same percent-encoding", () => {
    const composed = url({ path: `/${encodeURIComponent("é".normalize("NFC"))}` });
    expect(verifyUrl(open([key]), composed, now)).toBe(true);
    expect(verifyUrl(open([key]), composed.replace("%C3%A9", encodeURIComponent("é".normalize("NFD"))), now)).toBe(
      false,
    );
    expect(verifyUrl(open([key]), composed.replace("%C3%A9", "%c3%a9"), now)).toBe(false);
  });

  test("accepts every host of the distribution but not the common edge domain", () => {
    const text = url({ path: "/7/bucket/secret.txt" });
    expect(verifyUrl(open([key]), text.replace(host, "cdn.example.com"), now)).toBe(true);
    expect(verifyUrl(open([key]), text.replace(host, EDGE_DOMAIN), now)).toBe(false);
  });
});
