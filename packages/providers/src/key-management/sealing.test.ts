import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { open, seal } from "./sealing.ts";

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
const key = bytes(32, 32).map((raw) => createSecretKey(raw));
const bound = fc.string({ unit: "binary", maxLength: 80 });

test("sealed bytes open to the same bytes and are 28 bytes longer", () => {
  fc.assert(
    fc.property(key, bytes(0, 2_000), bound, (secret, plain, associated) => {
      const sealed = seal(secret, plain, associated);
      expect(sealed.length).toBe(plain.length + 28);
      expect(new Uint8Array(open(secret, sealed, associated))).toEqual(plain);
    }),
  );
});

test("sealed bytes with a flipped bit do not open", () => {
  fc.assert(
    fc.property(key, bytes(0, 200), bound, fc.nat(), (secret, plain, associated, position) => {
      const sealed = seal(secret, plain, associated);
      const bit = position % (sealed.length * 8);
      sealed[bit >> 3] = (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => open(secret, sealed, associated)).toThrow();
    }),
    { numRuns: 1_000 },
  );
});

test("sealed bytes that are truncated or extended do not open", () => {
  fc.assert(
    fc.property(key, bytes(0, 60), bytes(1, 20), fc.nat(), (secret, plain, more, cut) => {
      const sealed = seal(secret, plain, "bound");
      expect(() => open(secret, sealed.subarray(0, cut % sealed.length), "bound")).toThrow();
      expect(() => open(secret, Buffer.concat([sealed, more]), "bound")).toThrow();
    }),
  );
});

test("sealed bytes do not open under another associated text or key", () => {
  fc.assert(
    fc.property(key, key, bytes(0, 60), bound, bound, (secret, other, plain, associated, another) => {
      const sealed = seal(secret, plain, associated);
      // Different texts with lone surrogates can have the same UTF-8 encoding. Real associated texts are always well
      // formed.
      if (!Buffer.from(associated).equals(Buffer.from(another))) expect(() => open(secret, sealed, another)).toThrow();
      if (!secret.equals(other)) expect(() => open(other, sealed, associated)).toThrow();
    }),
  );
});

test("sealing the same bytes a thousand times uses a thousand nonces", () => {
  const secret = createSecretKey(randomBytes(32));
  const sealed = Array.from({ length: 1_000 }, () =>
    seal(secret, Buffer.from("same"), "bound").subarray(0, 12).toString("hex"),
  );
  expect(new Set(sealed).size).toBe(1_000);
});
