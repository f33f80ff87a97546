import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { keyIdOf, newKey, openObject, sealedBytes, sealObject, UnopenedObject } from "./sealed-object.ts";

const MIB = 1024 * 1024;
const HEADER = 48;
const CHUNK = MIB + 16;
const key = newKey();

async function* piecesOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sealed = (content: Buffer, name = "data/one") => buffer(sealObject(key, name, piecesOf(content, 70_001)));
const opened = (object: Buffer, { name = "data/one", by = key, size = 65_536 } = {}) =>
  buffer(openObject(by, name, piecesOf(object, size)));

test.each([0, 1, 17, MIB - 1, MIB, MIB + 1, 2 * MIB, 3 * MIB + 5])(
  "a content of %i bytes comes back",
  async (length) => {
    const content = randomBytes(length);
    const object = await sealed(content);
    expect(object).toHaveLength(sealedBytes(length));
    for (const size of [64_000, CHUNK, 10 * MIB]) expect((await opened(object, { size })).equals(content)).toBe(true);
  },
);

test("two objects of one content have nothing in common but what they are", async () => {
  const [one, other] = [await sealed(Buffer.alloc(64)), await sealed(Buffer.alloc(64))];
  expect(one.subarray(0, 16)).toEqual(other.subarray(0, 16));
  expect(one.subarray(16)).not.toEqual(other.subarray(16));
  expect(one.toString("hex", 8, 16)).toBe(keyIdOf(key));
});

const content = randomBytes(3 * MIB + 100);
const parts = (object: Buffer) => [
  object.subarray(0, HEADER),
  ...[0, 1, 2].map((at) => object.subarray(HEADER + at * CHUNK, HEADER + (at + 1) * CHUNK)),
  object.subarray(HEADER + 3 * CHUNK),
];
const flipped = (object: Buffer, at: number) => {
  const changed = Buffer.from(object);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
};

test.each<[string, (object: Buffer) => Buffer | Promise<Buffer>]>([
  ["changed in its first chunk", (object) => flipped(object, HEADER + 5)],
  ["changed in its last byte", (object) => flipped(object, object.length - 1)],
  ["changed in its salt", (object) => flipped(object, 20)],
  ["changed in its beginning", (object) => flipped(object, 0)],
  ["cut off within a chunk", (object) => object.subarray(0, object.length - 50)],
  ["cut off after a chunk", (object) => object.subarray(0, HEADER + 2 * CHUNK)],
  ["cut off after its header", (object) => object.subarray(0, HEADER)],
  ["cut off in its header", (object) => object.subarray(0, 20)],
  ["empty", () => Buffer.alloc(0)],
  ["longer", (object) => Buffer.concat([object, Buffer.alloc(1)])],
  ["without its second chunk", (object) => Buffer.concat(parts(object).toSpliced(2, 1))],
  [
    "with two chunks in the other order",
    (object) => Buffer.concat([0, 2, 1, 3, 4].map((at) => parts(object)[at] ?? object)),
  ],
  ["with a chunk twice", (object) => Buffer.concat([0, 1, 1, 2, 3, 4].map((at) => parts(object)[at] ?? object))],
  [
    "with a chunk of another object",
    async (object) => {
      const other = parts(await sealed(content));
      return Buffer.concat(parts(object).toSpliced(2, 1, other[2] ?? object));
    },
  ],
  ["written under another name", () => sealed(content, "data/two")],
])("an object that is %s does not open", async (_, change) => {
  const object = await change(await sealed(content));
  await expect(opened(object)).rejects.toThrow(UnopenedObject);
});

test("another key does not open an object, and is told from a changed one", async () => {
  await expect(opened(await sealed(content), { by: newKey() })).rejects.toThrow("another key");
});
