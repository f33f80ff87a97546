import { describe, expect, test } from "vitest";
import { type SignedUrl, signUrl, urlSigningKey, verifyUrl } from "./url-signature.ts";

const key = urlSigningKey("a secret of the installation", "bkt_1");
const now = new Date("2026-11-21T10:00:00.000Z");
const soon = now.getTime() / 1000 + 60;

function urlOf(signed: SignedUrl): URL {
  return new URL(`https://cdn.example${signed.path}?${signUrl(key, signed)}`);
}
const url = () => urlOf({ path: "/a%20b/c.txt", expires: soon, disposition: "inline" });

describe("verifyUrl", () => {
  test.each<SignedUrl>([
    { path: "/a%20b/c.txt", expires: soon, disposition: "attachment" },
    { path: "/a", expires: soon, disposition: null },
    { path: "/a", expires: null, disposition: "inline" },
  ])("takes what was signed: %j", (signed) => {
    expect(verifyUrl(key, urlOf(signed), now)).toBe(true);
  });

  test("takes it until it expires, and no longer", () => {
    expect(verifyUrl(key, url(), new Date(soon * 1000 - 1))).toBe(true);
    expect(verifyUrl(key, url(), new Date(soon * 1000))).toBe(false);
  });

  test.each<[string, (changed: URL) => void]>([
    ["another path", (changed) => (changed.pathname = "/other")],
    ["a later expiry", (changed) => changed.searchParams.set("expires", String(soon + 1))],
    ["an expiry written otherwise", (changed) => changed.searchParams.set("expires", `0${soon}`)],
    ["no expiry", (changed) => changed.searchParams.delete("expires")],
    ["two expiries", (changed) => changed.searchParams.append("expires", String(soon + 1))],
    ["another disposition", (changed) => changed.searchParams.set("disposition", "attachment")],
    ["an unknown disposition", (changed) => changed.searchParams.set("disposition", "x")],
    ["no disposition", (changed) => changed.searchParams.delete("disposition")],
    ["no signature", (changed) => changed.searchParams.delete("signature")],
    ["a short signature", (changed) => changed.searchParams.set("signature", "AAAA")],
  ])("refuses %s", (_, change) => {
    const changed = url();
    change(changed);
    expect(verifyUrl(key, changed, now)).toBe(false);
  });

  test.each([
    ["another bucket", urlSigningKey("a secret of the installation", "bkt_2")],
    ["another secret", urlSigningKey("another secret", "bkt_1")],
  ])("refuses the key of %s", (_, other) => {
    expect(verifyUrl(other, url(), now)).toBe(false);
  });
});
