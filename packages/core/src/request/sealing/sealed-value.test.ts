import { expect, test } from "vitest";
import { Sealer } from "./sealed-value.ts";

const sealer = new Sealer(["a secret of the installation, 32+"], "test values");
const VALUE = "wJalrXUtnFEMI, ключ, 😀";

test.each(["", VALUE, "x".repeat(100_000)])(
  "a sealed value opens with the same text, also in another Sealer",
  (value) => {
    expect(sealer.open(sealer.seal(value, "key_1"), "key_1")).toBe(value);
    expect(
      new Sealer(["a secret of the installation, 32+"], "test values").open(sealer.seal(value, "key_1"), "key_1"),
    ).toBe(value);
  },
);

test("sealing the same value twice gives different bytes without the plain text", () => {
  const sealed = Array.from({ length: 50 }, () => sealer.seal(VALUE, "key_1"));
  expect(new Set(sealed.map((bytes) => bytes.toString("hex"))).size).toBe(50);
  for (const bytes of sealed) expect(bytes.includes("wJalr")).toBe(false);
});

test("a sealed value does not open under another owner, secret or label", () => {
  const sealed = sealer.seal(VALUE, "key_1");
  for (const wrong of ["key_2", "key_1 ", "", "KEY_1"]) expect(() => sealer.open(sealed, wrong)).toThrow();
  expect(() => new Sealer(["another secret of the installation"], "test values").open(sealed, "key_1")).toThrow();
  expect(() => new Sealer(["a secret of the installation, 32+"], "other values").open(sealed, "key_1")).toThrow();
});

test("a sealed value that is changed, truncated or extended does not open", () => {
  const sealed = sealer.seal(VALUE, "key_1");
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => sealer.open(changed, "key_1"), `byte ${index}`).toThrow();
    expect(() => sealer.open(sealed.subarray(0, index), "key_1"), `${index} bytes`).toThrow();
  }
  expect(() => sealer.open(Buffer.concat([sealed, Buffer.from("x")]), "key_1")).toThrow();
});
