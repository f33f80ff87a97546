import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { chunksOf, gearOf, sizesFor } from "./chunker.ts";

const MIB = 1024 * 1024;
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64url");
const gear = gearOf(keyOf(1));
const small = { least: 1024, likely: 4096, most: 16_384 };

/** Bytes that look random, the same in every run: where a content is cut is luck, and the tests depend on none. */
const bytesOf = (seed: string, length: number) =>
  createHash("shake256", { outputLength: length }).update(seed).digest();

async function* piecesOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function cut(bytes: Buffer, size = 65_536, by = gear) {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(piecesOf(bytes, size), by, small)) chunks.push(chunk);
  return chunks;
}
const texts = (chunks: readonly Buffer[]) => chunks.map((chunk) => chunk.toString("latin1"));

test("chunks are the content, within their sizes, however it comes", async () => {
  const content = bytesOf("disk", 2 * MIB);
  const chunks = await cut(content);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  for (const chunk of chunks.slice(0, -1)) {
    expect(chunk.length).toBeGreaterThanOrEqual(small.least);
    expect(chunk.length).toBeLessThanOrEqual(small.most);
  }
  const mean = content.length / chunks.length;
  expect(mean).toBeGreaterThan(small.likely / 2);
  expect(mean).toBeLessThan(small.likely * 2);
  for (const size of [1, 1023, 1024, 5 * MIB]) expect(texts(await cut(content, size))).toEqual(texts(chunks));
});

test("what is inserted, left out or changed changes the chunks around it alone", async () => {
  const content = bytesOf("disk", 2 * MIB);
  const before = new Set(texts(await cut(content)));
  const fresh = async (changed: Buffer) => texts(await cut(changed)).filter((chunk) => !before.has(chunk)).length;
  expect(await fresh(content)).toBe(0);
  expect(await fresh(Buffer.concat([Buffer.from("a header"), content]))).toBeLessThanOrEqual(4);
  expect(await fresh(content.subarray(513))).toBeLessThanOrEqual(4);
  expect(
    await fresh(Buffer.concat([content.subarray(0, MIB), bytesOf("file", 77), content.subarray(MIB)])),
  ).toBeLessThan(6);
});

test("an empty disk is one chunk again and again, and no content has no chunk", async () => {
  const chunks = await cut(Buffer.alloc(MIB));
  expect(new Set(texts(chunks.slice(0, -1))).size).toBe(1);
  expect(await cut(Buffer.alloc(0))).toEqual([]);
  expect(texts(await cut(Buffer.from("x")))).toEqual(["x"]);
});

test("another key cuts elsewhere", async () => {
  const content = bytesOf("disk", MIB);
  const ours = new Set(texts(await cut(content)));
  const others = texts(await cut(content, 65_536, gearOf(keyOf(2))));
  expect(others.filter((chunk) => ours.has(chunk))).toEqual([]);
});

test("larger disks have larger chunks, so that their number is limited", () => {
  const gib = 1024 ** 3;
  const likely = (gibs: number) => sizesFor(gibs * gib).likely / MIB;
  expect([1, 128, 129, 256, 257, 1024, 8192, 16_384].map(likely)).toEqual([0.25, 0.25, 0.5, 0.5, 1, 2, 16, 16]);
  expect(sizesFor(10 * gib)).toEqual({ least: MIB / 16, likely: MIB / 4, most: MIB });
});
