import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SignedUrl, signUrl, type UrlKey, verifyUrl } from "./url-signature.ts";

const keyOf = (keyId: string): UrlKey => ({ keyId, key: randomBytes(32), validUntil: null });
const key = keyOf("key_1");
const older = keyOf("key_0");
const now = new Date("2026-11-21T10:00:00.000Z");
const soon = now.getTime() / 1000 + 60;
const open = (keys: readonly UrlKey[]) => ({ keys, endedSigners: [], isPublic: true });
const url = (changes: Partial<SignedUrl> = {}) =>
  signUrl(key, {
    reading: "own",
    path: "/a%20b/c.txt",
    expires: soon,
    disposition: "inline",
    signer: "sig_1",
    ...changes,
  });

const verify = (
  bucket: Parameters<typeof verifyUrl>[0],
  target: string,
  at = now,
  reading: SignedUrl["reading"] = "own",
) => verifyUrl(bucket, reading, target, at) !== undefined;

const segment = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .filter((text) => text.isWellFormed() && !text.split("/").some((part) => part === "." || part === ".."));
const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.map(encodeURIComponent).join("/")}`);
const signed: fc.Arbitrary<SignedUrl> = fc.record({
  reading: fc.constantFrom("common", "own"),
  path,
  expires: fc.option(fc.integer({ min: soon, max: soon + 604_800 })),
  disposition: fc.option(fc.constantFrom("inline", "attachment")),
  signer: fc.option(fc.stringMatching(/^\w{1,12}$/)),
});

describe("verifyUrl", () => {
  test("accepts a URL signed with any of the keys", () => {
    fc.assert(
      fc.property(signed, fc.constantFrom(key, older), (one, by) => {
        expect(verifyUrl(open([key, older]), one.reading, signUrl(by, one), now)).toEqual({
          disposition: one.disposition,
        });
      }),
    );
  });

  test("refuses a URL that is changed in any character", () => {
    fc.assert(
      fc.property(signed, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (one, at, character) => {
        const text = signUrl(key, one);
        const index = at % text.length;
        const changed = `${text.slice(0, index)}${character}${text.slice(index + 1)}`;
        fc.pre(changed !== text);
        expect(verify(open([key]), changed, now, one.reading)).toBe(false);
        expect(verify(open([key]), `${text.slice(0, index)}${text.slice(index + 1)}`, now, one.reading)).toBe(false);
        expect(verify(open([key]), `${text}${character}`, now, one.reading)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["/.%2Fa", "/a%2F..", "/a%2f.%2E/b", "/%2e", "/a%00", "/a%", "/a%f", "/a%zzb"])(
    "refuses a path that no object has: %s",
    (path) => expect(verify(open([key]), url({ path }))).toBe(false),
  );

  test("refuses any other text and never throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.webPath(),
        ),
        (text) => {
          expect(verify(open([key]), text, now)).toBe(false);
          expect(verify(open([key]), `/a?key=key_1&signature=${text}`, now)).toBe(false);
        },
      ),
    );
  });

  test("refuses the signature of another path, expiry, disposition or key", () => {
    fc.assert(
      fc.property(signed, signed, fc.constantFrom(key, older), (one, other, by) => {
        fc.pre(by !== key || JSON.stringify(other) !== JSON.stringify(one));
        const [signature = ""] = /signature=.*/.exec(signUrl(key, one)) ?? [];
        const target = signUrl(by, other).replace(/signature=.*/, signature);
        expect(verify(open([key, older]), target, now, other.reading)).toBe(false);
      }),
    );
  });

  test("accepts a URL until it expires", () => {
    expect(verify(open([key]), url(), new Date(soon * 1000 - 1))).toBe(true);
    expect(verify(open([key]), url(), new Date(soon * 1000))).toBe(false);
  });

  test("opens a private bucket only for a URL that expires", () => {
    const closed = { keys: [key], endedSigners: [], isPublic: false };
    expect(verify(closed, url(), now)).toBe(true);
    expect(verify(closed, url({ expires: null }), now)).toBe(false);
  });

  test("accepts a retired key's signature until the key's end", () => {
    const retired = { ...key, validUntil: new Date(now.getTime() + 1) };
    expect(verify(open([retired]), url({ expires: null }), now)).toBe(true);
    expect(verify(open([retired]), url({ expires: null }), retired.validUntil)).toBe(false);
  });

  test("refuses the URLs of a signer whose credential has ended, and no others", () => {
    const ended = { ...open([key]), endedSigners: [{ signer: "sig_1", until: new Date(now.getTime() + 1) }] };
    expect(verify(ended, url(), now)).toBe(true);
    expect(verify(ended, url(), new Date(now.getTime() + 1))).toBe(false);
    for (const signer of ["sig_2", null])
      expect(verify(ended, url({ signer }), new Date(now.getTime() + 1))).toBe(true);
  });

  test.each([
    ["a revoked key", []],
    ["another key under the same name", [{ ...older, keyId: "key_1" }]],
  ])("refuses %s", (_, keys) => {
    expect(verify(open(keys), url(), now)).toBe(false);
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
    ["a fragment", (text) => `${text}#x`],
    ["a second expiry after the first", (text) => `${text}&expires=${soon + 9}`],
    ["a second expiry before the first", (text) => text.replace("?", `?expires=${soon + 9}&`)],
    ["an expiry with a leading zero", (text) => text.replace("expires=", "expires=0")],
    ["an encoded parameter name", (text) => text.replace("expires=", "%65xpires=")],
    ["parameters in another order", (text) => text.replace(/(expires=\d+)&(disposition=[a-z]+)/, "$2&$1")],
    ["an unknown disposition", (text) => text.replace("inline", "inline%0A")],
    ["another signer", (text) => text.replace("sig_1", "sig_2")],
    ["no signer", (text) => text.replace("signer=sig_1&", "")],
    ["an encoded signer", (text) => text.replace("sig_1", "sig%5F1")],
    ["an extra parameter", (text) => `${text}&x=1`],
    ["padding at the signature's end", (text) => `${text}=`],
  ])("refuses %s", (_, change) => {
    expect(change(url())).not.toBe(url());
    expect(verify(open([key]), change(url()), now)).toBe(false);
  });

  test("refuses another Unicode normalization or another case of the same percent-encoding", () => {
    const composed = url({ path: `/${encodeURIComponent("é".normalize("NFC"))}` });
    expect(verify(open([key]), composed, now)).toBe(true);
    expect(verify(open([key]), composed.replace("%C3%A9", encodeURIComponent("é".normalize("NFD"))), now)).toBe(false);
    expect(verify(open([key]), composed.replace("%C3%A9", "%c3%a9"), now)).toBe(false);
  });

  test("refuses a URL of a distribution's host on the common domain", () => {
    expect(verify(open([key]), url({ path: "/7/bucket/secret.txt" }), now, "common")).toBe(false);
  });
});
